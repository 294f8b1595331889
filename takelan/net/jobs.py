"""Jobs that run beside one another."""

import asyncio


def failure_of(job: asyncio.Task[None]) -> BaseException | None:
    """Tell what a job has failed from; None if it goes on, or ended in another way."""
    return job.exception() if job.done() and not job.cancelled() else None


def raise_failure_of(job: asyncio.Task[None]) -> None:
    """Let a job that failed fail whoever started it."""
    if (failure := failure_of(job)) is not None:
        raise failure
