import { lazily } from '../ui/lazily.js';

/** Loaded when an object was changed while it was edited. */
export const ConflictView = lazily(async () => (await import('./conflict-view.js')).ConflictView);
/** Loaded when a change is reviewed. */
export const Review = lazily(async () => (await import('./review.js')).Review);
