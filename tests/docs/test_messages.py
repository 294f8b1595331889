"""The page about the protocol says what the types say."""

from tests.docs.messages import PAGE, page


def test_the_reference_is_that_of_these_types() -> None:
    """`make manual` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page()
