export { type Lines, lineIndexes } from './line-index.js';
export { decodeYamlText, parseYaml } from './parse-yaml.js';
export { stringifyYaml } from './stringify-yaml.js';
export { yamlListPieces, yamlPieces } from './yaml-pieces.js';
export { YamlSyntaxError } from './yaml-syntax-error.js';
