import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ResolvedKind } from '../../registry/index.js';
import { ListMeta, type StructLayout, shapeOf } from '../../schema/index.js';
import { type DeclaredKind, declaredKinds } from '../declared-kinds.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { protoFiles } from './proto-files.js';
import { ProtoMessages } from './proto-messages.js';
import { ENVELOPE } from './scalar-messages.js';

/**
 * Runs `binnacle proto export`: writes the protobuf messages of the kinds of plugins, of their lists, and of everything they
 * use, a file for each package. `load` reads the plugins.
 */
export async function exportProto(
  words: readonly string[],
  { err }: Output,
  load?: Parameters<typeof declaredKinds>[1],
): Promise<number> {
  const { plugins, kind, out } = readFlags(words, { values: ['plugins', 'kind', 'out'] });
  if (out === undefined) throw new CommandError('--out DIRECTORY is missing');
  const files = protoOf(await declaredKinds({ plugins, kind }, load));
  for (const [path, text] of files) await write(join(String(out), path), text);
  err.write(`${files.size} files written to ${String(out)}\n`);
  return EXIT.done;
}

/** Returns the files with the messages of kinds, by their paths. */
export function protoOf(kinds: readonly DeclaredKind[]): Map<string, string> {
  const messages = new ProtoMessages();
  messages.addValue(ENVELOPE);
  for (const { group, definition } of kinds) {
    const resolved = new ResolvedKind(group, definition);
    for (const { type, group: home, name } of resolved.versions.values()) {
      // Kinds whose schema is given as such have no numbers of fields, and no protobuf.
      if (!('layout' in type.published)) continue;
      const list = { kind: resolved.listKind, item: type.published.layout, metadata: listMeta() };
      messages.addList(list, { group: home, version: name });
    }
  }
  return protoFiles(messages.all);
}

function listMeta(): StructLayout {
  const { published } = shapeOf(ListMeta);
  if (!('layout' in published)) throw new Error('the metadata of lists has no layout');
  return published.layout;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`--out: ${(error as Error).message}`);
  }
}
