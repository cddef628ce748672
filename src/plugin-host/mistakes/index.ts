export { creationFailure } from './creation-failure.js';
export { kindLabel } from './kind-label.js';
export { withPlaces } from './mistake-places.js';
export { checkTogether, mistakesOf, PluginError } from './plugin-error.js';
export { nameOf, rememberSource, sourceOf } from './plugin-sources.js';
export { hasPlace, pathOf, placeOfThrow } from './thrown-place.js';
