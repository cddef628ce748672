let hasUnsaved = false;

/** Records whether an editor has changes that are not written. The browser then asks before the page is closed or reloaded. */
export function setUnsaved(isUnsaved: boolean): void {
  if (isUnsaved === hasUnsaved) return;
  hasUnsaved = isUnsaved;
  if (isUnsaved) addEventListener('beforeunload', keepPage);
  else removeEventListener('beforeunload', keepPage);
}

/** Reports whether there are changes that are not written. */
export function isUnsaved(): boolean {
  return hasUnsaved;
}

/** Asks before changes are lost. Reports whether they may be. */
export function mayDiscard(): boolean {
  if (hasUnsaved && !confirm('Discard the changes that are not written?')) return false;
  setUnsaved(false);
  return true;
}

function keepPage(event: Event): void {
  event.preventDefault();
}
