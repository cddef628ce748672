import { type ProtoMessage, commentOf, packageOf } from './proto-messages.js';

/** Returns the files of messages, one for each package, by their paths: those by which they import each other. */
export function protoFiles(messages: readonly ProtoMessage[]): Map<string, string> {
  const packages = new Map<string, ProtoMessage[]>();
  for (const message of messages) {
    const name = packageOf(message.name);
    const known = packages.get(name);
    if (known) known.push(message);
    else packages.set(name, [message]);
  }
  return new Map([...packages].map(([name, own]) => [pathOf(name), fileOf(name, own)]));
}

/** Upstream's paths: the first two words of `k8s.io` are one directory. */
function pathOf(packageName: string): string {
  return `${packageName.replace(/\./g, '/').replace(/^k8s\/io\//, 'k8s.io/')}/generated.proto`;
}

function fileOf(packageName: string, messages: readonly ProtoMessage[]): string {
  const used = new Set(messages.flatMap(({ uses }) => [...uses].map(packageOf)));
  used.delete(packageName);
  const imports = [...used].map(pathOf).sort();
  return [
    '// Written by `binnacle proto export`.',
    'syntax = "proto2";',
    '',
    `package ${packageName};`,
    '',
    ...(imports.length > 0 ? [...imports.map((path) => `import "${path}";`), ''] : []),
    ...[...messages].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(messageLines),
  ].join('\n');
}

function messageLines({ name, doc, lines }: ProtoMessage): string[] {
  const short = name.slice(packageOf(name).length + 1);
  return [...commentOf(doc), `message ${short} {`, ...lines.map((line) => `  ${line}`), '}', ''];
}
