import type { FilePlan } from './file-plan.js';
import { type TemplateNames, fillIn, fillTemplate } from './template.js';

/** The files of a kind, by their templates. */
const KIND_FILES = [
  'src/sample-thing/sample-thing.v1.ts',
  'src/sample-thing/sample-thing.kind.ts',
  'src/sample-thing/sample-thing.strategy.ts',
  'src/sample-thing/sample-thing.test.ts',
  'examples/sample-thing.yaml',
];

/** Plans the files of a kind: class, declaration, rules, test and an object to try. */
export function planKind(plan: FilePlan, names: TemplateNames): void {
  planTemplates(plan, KIND_FILES, names);
}

/** Plans files made from templates, at the paths that the names give them. */
export function planTemplates(plan: FilePlan, templates: readonly string[], names: TemplateNames): void {
  for (const template of templates) plan.create(fillIn(template, names), fillTemplate(template, names));
}
