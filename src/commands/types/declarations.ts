import type { Document, Schema } from './open-api.js';
import { type DescribedKind, kindsOf } from './served-kinds.js';
import { type TypeName, textLiteral, typeNameOf } from './type-names.js';
import { docComment, membersText, typeText } from './type-text.js';

/** One schema, and the kind that it is of. */
interface Declared extends TypeName {
  readonly schema: Schema;
  readonly kind: DescribedKind | undefined;
}

const HEAD = '// Written by `binnacle types`. Run it again when the server changes.\n';
const CLIENT = "import type { ResourceKind } from 'binnacle/client';\n";

/**
 * Returns the TypeScript modules for the documents of a server, by file name: a type for each schema, and for
 * each kind a constant of the same name that `client.of` takes. The same documents give the same text.
 */
export function declarationsOf(documents: readonly Document[]): Map<string, string> {
  const modules = new Map<string, Map<string, Declared>>();
  for (const document of documents) {
    for (const declared of declaredIn(document)) {
      const found = modules.get(declared.module) ?? new Map<string, Declared>();
      modules.set(declared.module, found);
      // A schema is in the document of each group that uses it; its kind is known in that of its own alone.
      if (!found.get(declared.name)?.kind) found.set(declared.name, declared);
    }
  }
  return new Map(sorted(modules).map(([module, types]) => [`${module}.ts`, moduleText(module, types)]));
}

function declaredIn(document: Document): Declared[] {
  const kinds = kindsOf(document);
  return sorted(new Map(Object.entries(document.components?.schemas ?? {}))).map(([schemaName, schema]) => {
    const named = schema?.['x-kubernetes-group-version-kind'];
    const isOf = ({ group, version, kind }: DescribedKind): boolean =>
      named?.length === 1 && named[0].group === group && named[0].version === version && named[0].kind === kind;
    return { ...typeNameOf(schemaName), schema, kind: kinds.find(isOf) };
  });
}

function moduleText(module: string, types: ReadonlyMap<string, Declared>): string {
  const imports = new Map<string, string>();
  const refer = (schemaName: string): string => {
    const target = typeNameOf(schemaName);
    if (target.module === module) return types.has(target.name) ? target.name : 'unknown';
    if (!imports.has(target.module)) imports.set(target.module, aliasOf(target.module, new Set(imports.values())));
    return `${imports.get(target.module)}.${target.name}`;
  };
  const bodies = sorted(types).map(([, declared]) => typeDeclaration(declared, refer));
  const hasKinds = [...types.values()].some(({ kind }) => kind);
  const lines = sorted(imports).map(([from, alias]) => `import type * as ${alias} from './${from}.js';\n`);
  return [HEAD, ...(hasKinds ? [CLIENT] : []), ...lines, ...bodies.map((body) => `\n${body}`)].join('');
}

function typeDeclaration({ name, schema, kind }: Declared, refer: (schema: string) => string): string {
  const comment = docComment(schema?.description, '');
  const hasMembers = schema?.properties && Object.keys(schema.properties).length > 0;
  if (!hasMembers) return `${comment}export type ${name} = ${typeText(schema, refer)};\n`;
  // Objects that are read and written have metadata, although documents do not require it.
  const present = kind ? ['metadata'] : [];
  const members = membersText(schema, { refer, indent: '  ', depth: 0, present });
  return `${comment}export interface ${name} {\n${members}}\n${kind ? kindConstant(name, kind) : ''}`;
}

function kindConstant(name: string, { group, version, kind, resource, scope }: DescribedKind): string {
  const members = Object.entries({ group, version, kind, resource, scope });
  const text = members.map(([member, value]) => `  ${member}: ${textLiteral(value)},\n`).join('');
  return `\n/** ${name}, for \`client.of\`. */\nexport const ${name}: ResourceKind<${name}> = {\n${text}};\n`;
}

/** `core_v1` for `io.k8s.api.core.v1`; the whole name where that is taken. */
function aliasOf(module: string, taken: ReadonlySet<string>): string {
  const parts = module.split(/[^a-zA-Z0-9]+/).filter((part) => part !== '');
  const [short, long] = [parts.slice(-2).join('_'), parts.join('_')].map((alias) =>
    /^\d/.test(alias) ? `_${alias}` : alias,
  );
  if (!taken.has(short)) return short;
  let alias = long;
  for (let count = 2; taken.has(alias); count++) alias = `${long}_${count}`;
  return alias;
}

function sorted<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}
