import { lazily } from '../ui/lazily.js';

/** Loaded when an object was changed while it was edited. */
export const ConflictView = lazily(async () => (await import('./conflict-view.js')).ConflictView);
/** Loaded when a change is reviewed that the server would take. */
export const DiffView = lazily(async () => (await import('./diff-view.js')).DiffView);
