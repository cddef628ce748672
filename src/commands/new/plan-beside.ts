import { dirname, join } from 'node:path';
import type { FilePlan } from './file-plan.js';
import { type KindFile, type PluginFile, importPath } from './plugin-project.js';
import { type TemplateNames, fillIn, fillTemplate } from './template.js';

/** A kind, the plugin that has it, and the names for templates. */
export interface KindPlace {
  readonly names: TemplateNames;
  readonly plugin: PluginFile;
  readonly kind: KindFile;
}

/** Plans files beside those of a kind, wherever these are. */
export function planBeside(plan: FilePlan, templates: readonly string[], { names, plugin, kind }: KindPlace): void {
  const folder = dirname(kind.path);
  const [from, to] = [`'../${names.plugin.file}.plugin.js'`, `'${importPath(kind.path, plugin.path)}'`];
  for (const template of templates) {
    const text = fillTemplate(`src/sample-thing/${template}`, names);
    plan.create(join(folder, fillIn(template, names)), text.replaceAll(from, to));
  }
}
