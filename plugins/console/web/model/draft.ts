let draft: string | undefined;

/** Keeps the text of an object that is to be created, for the view that does it. */
export function keepDraft(text: string): void {
  draft = text;
}

/** Gives the text away, once. */
export function takeDraft(): string | undefined {
  const text = draft;
  draft = undefined;
  return text;
}
