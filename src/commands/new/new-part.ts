import { dirname, join } from 'node:path';
import { EXIT, type Output } from '../output.js';
import { checkLabel, checkSubresource } from './check-names.js';
import { type FileEdit, FilePlan } from './file-plan.js';
import { namesIn } from './new-kind.js';
import { readNewWords } from './new-flags.js';
import { planBeside } from './plan-beside.js';
import { type KindFile, type PluginFile, findKind, findPlugin, importPath } from './plugin-project.js';
import { addImport, addToList } from './source-edits.js';
import { formsOf } from './word-forms.js';

/** A part of a plugin that is generated beside a kind. */
interface Part {
  /** The word of the command. */
  readonly what: string;
  /** The templates, without `.ts`. */
  readonly template: string;
  /** The end of the name of what is exported and added to the declaration. */
  readonly suffix: string;
  /** The declaration that it is added to, the property, and the list that this one follows if it is new. */
  readonly target: 'kind' | 'plugin';
  readonly property: string;
  readonly after: string;
  readonly check: (name: string) => void;
}

const READ_ONLY = '--read-only';

const SUBRESOURCE: Part = {
  what: 'subresource',
  template: 'sample-act.subresource',
  suffix: 'Subresource',
  target: 'kind',
  property: 'subresources',
  after: 'versions',
  check: checkSubresource,
};

const READ_ONLY_SUBRESOURCE: Part = { ...SUBRESOURCE, template: 'sample-view.subresource' };

const WEBHOOK: Part = {
  what: 'webhook',
  template: 'sample-check.admission',
  suffix: 'Admission',
  target: 'plugin',
  property: 'admission',
  after: 'kinds',
  check: (name) => checkLabel('webhook', name),
};

const CONTROLLER: Part = {
  what: 'controller',
  template: 'sample-loop.controller',
  suffix: 'Controller',
  target: 'plugin',
  property: 'controllers',
  after: 'kinds',
  check: (name) => checkLabel('controller', name),
};

type Run = (words: readonly string[], output: Output) => Promise<number>;

/** Runs `binnacle new subresource`: adds a subresource with a handler to a kind. */
export const newSubresource: Run = (words, output) => {
  const isReadOnly = words.includes(READ_ONLY);
  const others = words.filter((word) => word !== READ_ONLY);
  return newPart(isReadOnly ? READ_ONLY_SUBRESOURCE : SUBRESOURCE, others, output);
};

/** Runs `binnacle new webhook`: adds an admission plugin for a kind, which does what a webhook does, inside the server. */
export const newWebhook: Run = (words, output) => newPart(WEBHOOK, words, output);

/** Runs `binnacle new controller`: adds a controller for a kind. */
export const newController: Run = (words, output) => newPart(CONTROLLER, words, output);

async function newPart(part: Part, words: readonly string[], output: Output): Promise<number> {
  const { name, values, settings } = readNewWords(part.what, words, ['kind']);
  part.check(name);
  const plugin = findPlugin(settings.folder);
  const kind = findKind(settings.folder, values.kind);
  const names = { ...namesIn(plugin), kind: kind.names, version: kind.storageVersion, part: formsOf(name) };
  const plan = new FilePlan();
  planBeside(plan, [`${part.template}.ts`, `${part.template}.test.ts`], { names, plugin, kind });
  planEdits(plan, part, { plugin, kind, name });
  plan.carryOut(settings, output);
  return EXIT.done;
}

/** A part that is added, and its place. */
interface AddedPart {
  readonly plugin: PluginFile;
  readonly kind: KindFile;
  readonly name: string;
}

function planEdits(plan: FilePlan, part: Part, { plugin, kind, name }: AddedPart): void {
  const { property, after, suffix } = part;
  const target = part.target === 'kind' ? kind : plugin;
  const { pascal, camel, kebab } = formsOf(name);
  const added = `${part.target === 'kind' ? camel : pascal}${suffix}`;
  const role = part.template.split('.')[1];
  const path = importPath(target.path, join(dirname(kind.path), `${kebab}.${role}.ts`));
  const statement = `import { ${added} } from '${path}';`;
  const edits: FileEdit[] = [
    { apply: (text) => addImport(text, statement), advice: statement },
    { apply: (text) => addToList(text, added, { property, after }), advice: `${property}: [..., ${added}]` },
  ];
  plan.editAll(target.path, target.text, edits);
}
