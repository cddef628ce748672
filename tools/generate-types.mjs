#!/usr/bin/env node
// Writes first versions of *.v1.ts class files from a folder of type facts (names, types, protobuf numbers, merge keys).
//   node tools/generate-types.mjs FACTS-DIR PLAN.json
// PLAN.json lists output files in import order: [{ "out": "plugins/apps/deployment/deployment.v1.ts",
// "id": "apps__v1", "roots": ["Deployment"], "imports": { "core__v1": "..." } }]. Each type lands in the first file
// that reaches it. The files are ordinary source afterwards: edit them, and do not generate them again.
import fs from 'node:fs';
import path from 'node:path';

const [factsDir, planFile] = process.argv.slice(2);
const plan = JSON.parse(fs.readFileSync(planFile, 'utf8'));
const facts = new Map();
const typeFile = (id) => {
  if (!facts.has(id)) facts.set(id, JSON.parse(fs.readFileSync(path.join(factsDir, 'types', `${id}.json`), 'utf8')));
  return facts.get(id);
};
const split = (ref) => [ref.slice(0, ref.lastIndexOf('.')), ref.slice(ref.lastIndexOf('.') + 1)];
const SCALARS = {
  'meta.k8s.io__v1.Time': 'time',
  'meta.k8s.io__v1.MicroTime': 'microTime',
  'meta.k8s.io__v1.Duration': 'duration',
  'meta.k8s.io__v1.FieldsV1': 'fieldsV1',
  'resource.Quantity': 'quantity',
  'intstr.IntOrString': 'intOrString',
  'runtime.RawExtension': 'rawExtension',
};
const TS = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  int64: 'number',
  uint64: 'number',
  double: 'number',
  bytes: 'string',
  time: 'string',
  microTime: 'string',
  duration: 'string',
  quantity: 'string | number',
  intOrString: 'number | string',
  rawExtension: 'Record<string, unknown>',
  json: 'unknown',
  fieldsV1: 'Record<string, unknown>',
};
const TYPE_META = 'meta.k8s.io__v1.TypeMeta';

/** Resolves a field to { scalar } or { ref }, unfolding named lists and maps. */
function shape(f) {
  let list = Boolean(f.repeated);
  let map = Boolean(f.map);
  let type = f.map ? f.map.value : f.type;
  for (;;) {
    if (SCALARS[type]) return { scalar: SCALARS[type], list, map };
    if (type === 'any') return { scalar: 'json', list, map };
    if (!type.includes('.')) return { scalar: type, list, map };
    const [id, name] = split(type);
    const t = typeFile(id).types[name];
    const alias = typeFile(id).aliases?.[name];
    if (t?.encoding) return { scalar: 'json', list, map };
    if (t?.listWrapper) {
      list = true;
      const item = t.fields[0];
      type = item.type;
      continue;
    }
    if (t) return { ref: type, list, map };
    if (!alias) throw new Error(`unknown type ${type}`);
    if (alias.map) {
      map = true;
      type = alias.map.value;
      continue;
    }
    if (alias.repeated || alias.list) {
      list = true;
      type = alias.type ?? alias.base ?? alias.element;
      continue;
    }
    type = alias.base;
  }
}

const placed = new Map();
for (const file of plan) {
  file.types = [];
  const visiting = new Set();
  const visit = (ref) => {
    if (placed.has(ref) || visiting.has(ref)) return;
    const [id, name] = split(ref);
    if (id !== file.id) {
      if (!placed.has(ref)) throw new Error(`${file.out}: ${ref} is reached but no earlier file has it`);
      return;
    }
    visiting.add(ref);
    for (const f of typeFile(id).types[name].fields) {
      if (f.jsonHidden || f.type === TYPE_META) continue;
      const s = f.inline ? { ref: f.type } : shape(f);
      if (s.ref) visit(s.ref);
    }
    placed.set(ref, file);
    file.types.push(ref);
  };
  for (const root of file.roots) visit(`${file.id}.${root}`);
}

const lit = (v) =>
  typeof v === 'string'
    ? `'${v.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`
    : Array.isArray(v)
      ? `[${v.map(lit).join(', ')}]`
      : v && typeof v === 'object'
        ? Object.keys(v).length
          ? JSON.stringify(v)
          : '{}'
        : String(v);
const goAlias = (alias) => {
  const [id, name] = split(alias);
  return `${id.slice(id.indexOf('__') + 2) || id}.${name}`;
};

for (const file of plan) {
  const schema = file.schema ?? '../../../src/plugin-api/index.js';
  const imports = new Map();
  const body = [];
  const done = new Set();
  for (const ref of file.types) {
    const [id, name] = split(ref);
    const t = typeFile(id).types[name];
    const lines = [];
    let base = '';
    let embed;
    const isKind = t.fields.some((f) => f.inline && f.type === TYPE_META);
    const use = (r) => {
      const home = placed.get(r);
      const n = split(r)[1];
      if (home !== file) (imports.get(home.out) ?? imports.set(home.out, new Set()).get(home.out)).add(n);
      return n;
    };
    for (const f of t.fields) {
      if (f.jsonHidden || f.type === TYPE_META) continue;
      if (f.inline) {
        base = ` extends ${use(f.type)}`;
        embed = f.number ?? 0;
        continue;
      }
      const s = shape(f);
      const o = [];
      if (s.list) o.push('list: true');
      if (s.map) o.push('map: true');
      if (f.pointer) o.push('pointer: true');
      if (!f.omitempty) o.push('always: true');
      if (f.required) o.push('required: true');
      if (f.default !== undefined) o.push(`default: ${lit(f.default)}`);
      if (f.enum) o.push(`enum: ${lit(f.enum)}`);
      if (f.listType && f.listType !== 'atomic') o.push(`listType: ${lit(f.listType)}`);
      if (f.listMapKeys) o.push(`listMapKeys: ${lit(f.listMapKeys)}`);
      if (f.mapType && f.mapType !== 'granular') o.push(`mapType: ${lit(f.mapType)}`);
      if (f.patchStrategy) o.push(`patchStrategy: ${lit(f.patchStrategy)}`);
      if (f.patchMergeKey) o.push(`patchMergeKey: ${lit(f.patchMergeKey)}`);
      if (f.alias && !f.alias.startsWith('meta.k8s.io__v1.Time')) o.push(`alias: ${lit(goAlias(f.alias))}`);
      if (f.format && !['int32', 'int64', 'date-time', 'byte', 'double', 'int-or-string'].includes(f.format))
        o.push(`format: ${lit(f.format)}`);
      const target = s.ref ? use(s.ref) : undefined;
      const forward = s.ref && placed.get(s.ref) === file && !done.has(s.ref);
      const type = s.ref ? (forward ? `() => ${target}` : target) : lit(s.scalar);
      const elem = s.ref ? target : TS[s.scalar];
      const ts = s.map
        ? `Record<string, ${s.list ? `(${elem})[]` : elem}>`
        : s.list
          ? elem.includes(' ')
            ? `(${elem})[]`
            : `${elem}[]`
          : elem;
      const optional = f.required && !s.list ? '' : '?';
      const meta = f.name === 'metadata' && isKind && !optional;
      lines.push(
        `  @Field(${f.number ?? 0}, ${type}${o.length ? `, { ${o.join(', ')} }` : ''})\n  ${f.name === 'metadata' && isKind ? 'metadata' : f.name}${f.name === 'metadata' && isKind ? '' : meta ? '' : optional}: ${ts};`,
      );
    }
    const typeOptions = [`name: '${t.proto ?? `${typeFile(id).protoPackage}.${name}`}'`];
    if (embed) typeOptions.push(`embed: ${embed}`);
    if (t.mapType && t.mapType !== 'granular') typeOptions.push(`mapType: ${lit(t.mapType)}`);
    if (t.unions || t.union) typeOptions.push(`unions: ${JSON.stringify(t.unions ?? [t.union])}`);
    const members = isKind ? ['  apiVersion?: string;', '  kind?: string;', ...lines] : lines;
    body.push(
      `/** Shape of ${t.proto ? t.proto.split('.').slice(-2).join('.') : name}. */\n@ApiType({ ${typeOptions.join(', ')} })\nexport class ${name}${base} {\n${members.join('\n\n')}\n}`,
    );
    done.add(ref);
  }
  const head = [`import { ApiType, Field } from '${schema}';`];
  for (const [out, names] of imports) {
    const home = plan.find((p) => p.out === out);
    let rel = home.importAs ?? path.relative(path.dirname(file.out), out).replace(/\.ts$/, '.js');
    if (!rel.startsWith('.')) rel = `./${rel}`;
    if (home.importAs)
      rel =
        home.importAs === 'schema'
          ? schema
          : path.relative(path.dirname(file.out), home.importAs).replace(/^(?!\.)/, './');
    head.push(`import { ${[...names].sort().join(', ')} } from '${rel}';`);
  }
  fs.mkdirSync(path.dirname(file.out), { recursive: true });
  if (!file.skip) fs.writeFileSync(file.out, `${head.join('\n')}\n\n${body.join('\n\n')}\n`);
}
