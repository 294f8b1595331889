"""The line client: every event a sentence, every decision a numbered list, in any terminal or pipe."""
