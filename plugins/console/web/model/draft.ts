let draft: string | undefined;

/** Keeps the text of an object that is to be created, for the view that does it. */
export function keepDraft(text: string): void {
  draft = text;
}

/** Returns the text, once. */
export function takeDraft(): string | undefined {
  const text = draft;
  draft = undefined;
  return text;
}
