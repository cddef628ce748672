// Writes test/specification/fields.json, the fields of every kind of release 1.32, from a folder of facts about its types:
//   node test/conformance/fields-of-release.mjs FACTS-DIR
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SPECIFICATION = join(import.meta.dirname, '..', 'specification');
const ABOUT =
  'The fields of what release 1.32 serves with everything switched on, by definition: name and type, ! behind the name of a ' +
  'required one. Written by test/conformance/fields-of-release.mjs.';
const SCALARS = {
  any: 'any',
  bool: 'boolean',
  bytes: 'string/byte',
  double: 'number/double',
  int32: 'integer/int32',
  int64: 'integer/int64',
  string: 'string',
};

const folder = join(process.argv[2], 'types');
const files = new Map(
  readdirSync(folder).map((name) => {
    const file = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return [file.id, file];
  }),
);
const definitions = {};

function find(reference) {
  const dot = reference.lastIndexOf('.');
  const file = files.get(reference.slice(0, dot));
  const name = reference.slice(dot + 1);
  return { name: `${file.openapiPrefix}.${name}`, type: file.types[name] };
}

/** The text of a type; what it consists of is added to the definitions. */
function written(reference) {
  if (SCALARS[reference]) return SCALARS[reference];
  const { name, type } = find(reference);
  if (type.listWrapper) return textOf({ ...type.fields[0], repeated: true });
  add(reference);
  return name.replace(/^io\.k8s\./, '');
}

function textOf({ type, repeated, map }) {
  const text = map ? `{${written(map.value)}}` : written(type);
  return repeated ? `[${text}]` : text;
}

function* fieldsOf({ fields }) {
  for (const field of fields) {
    if (field.jsonHidden) continue;
    if (field.inline && field.name === undefined) yield* fieldsOf(find(field.type).type);
    else yield `${field.name}${field.required ? '!' : ''}:${textOf(field)}`;
  }
}

function add(reference) {
  const { name, type } = find(reference);
  if (definitions[name] !== undefined || type.encoding || type.openapiType) return;
  definitions[name] = '';
  definitions[name] = [...fieldsOf(type)].sort().join(' ');
}

const { resources } = JSON.parse(readFileSync(join(SPECIFICATION, 'served-resources.json'), 'utf8'));
for (const [groupVersion, ofVersion] of Object.entries(resources)) {
  const [ownGroup, ownVersion] = groupVersion.includes('/') ? groupVersion.split('/') : ['', groupVersion];
  for (const { kind, group = ownGroup, version = ownVersion } of Object.values(ofVersion)) {
    // The parameters of a connection are no body.
    if (kind.endsWith('Options')) continue;
    const file = files.get(`${group || 'core'}__${version}`);
    for (const name of [kind, `${kind}List`]) {
      if (file?.types[name]) add(`${file.id}.${name}`);
      else if (!name.endsWith('List')) console.warn(`no facts of ${groupVersion} ${kind}`);
    }
  }
}
for (const name of ['DeleteOptions', 'Status', 'APIResourceList', 'APIGroupList', 'APIVersions', 'WatchEvent']) {
  add(`meta.k8s.io__v1.${name}`);
}
const sorted = Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(
  join(SPECIFICATION, 'fields.json'),
  `${JSON.stringify({ about: ABOUT, definitions: sorted }, null, 2)}\n`,
);
