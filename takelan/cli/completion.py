"""``takelan completion``: what a shell needs so that Tab completes commands, games and options."""

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

_VARIABLE = "_TAKELAN_COMPLETE"
_BREAKS = ("=", ":")
_SHELLS = ("bash", "zsh", "fish")


_HELP = """Print the lines that teach SHELL to complete takelan's commands with Tab.

\b
In ~/.bashrc:                   eval "$(takelan completion bash)"
In ~/.zshrc:                    eval "$(takelan completion zsh)"
In ~/.config/fish/config.fish:  takelan completion fish | source
"""


class WholeWordsInBash(BashComplete):
    """Bash as it is: it breaks words at = and :, and puts what is offered behind the last break."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Put the words together again."""
        typed, last = super().get_completion_args()
        words = [""]
        for word, before in zip([*typed, last], ["", *typed], strict=True):
            if word in _BREAKS or before in _BREAKS:
                words[-1] += word
            else:
                words.append(word)
        # Bash puts what is offered behind a break, or in the place of what follows one.
        self._kept = words[-1] if last in _BREAKS else words[-1].removesuffix(last)
        return words[1:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Leave out of an offer what is kept before it; click has taken apart --option=value by itself."""
        for kept in (self._kept, self._kept.partition("=")[2]):
            item.value = item.value.removeprefix(kept)
        return super().format_completion(item)


add_completion_class(WholeWordsInBash)


@click.command(help=_HELP)
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print what a shell needs to complete our commands."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"'{shell}' cannot be taught")
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, "takelan", _VARIABLE).source())
