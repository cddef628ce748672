import { readDeclarations } from './plugin-host/index.js';
import { declaredSubresources } from './plugin-host/checks/declared-subresources.js';
import { BUILT_IN_PLUGINS } from './plugins.js';
import { type StructLayout, toShape } from './schema/index.js';

/** The layouts of all versions of built-in kinds, of any release, and of the bodies of their subresources. */
function publishedLayouts(): StructLayout[] {
  return [...readDeclarations(BUILT_IN_PLUGINS, BUILT_IN_PLUGINS).values()].flatMap(({ kinds, versionsOf = [] }) => {
    const versions = [...kinds.flatMap((kind) => kind.versions), ...versionsOf.flatMap((added) => added.versions)];
    const below = [...kinds, ...versions].flatMap((features) => declaredSubresources(features));
    const types = [...versions, ...below].flatMap((each) => ('type' in each && each.type ? [each.type] : []));
    return types.flatMap((type) => {
      const { published } = toShape(type as Parameters<typeof toShape>[0]);
      return 'layout' in published ? [published.layout] : [];
    });
  });
}

/** The layouts and all that their fields hold. */
function withInner(layouts: readonly StructLayout[]): ReadonlySet<StructLayout> {
  const found = new Set(layouts);
  for (const { fields } of found) for (const { struct } of fields) if (struct) found.add(struct);
  return found;
}

describe('Built-in types', () => {
  const all = [...withInner(publishedLayouts())];

  it('have a description each, in every release', () => {
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(({ doc }) => !doc).map(({ name }) => name)).toEqual([]);
  });

  it('describe all fields, but for those that show the description of their type', () => {
    const fields = all.flatMap(({ name, fields: own }) =>
      own.map((field) => ({ ...field, path: `${name}.${field.name}` })),
    );
    const isShown = ({ doc, struct, scalar }: (typeof fields)[number]): boolean =>
      Boolean(doc ?? struct?.doc) || scalar === 'json';
    expect(fields.filter((field) => !isShown(field)).map(({ path }) => path)).toEqual([]);
  });

  it('do not repeat the name of a field as its description', () => {
    const words = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
    const repeated = all.flatMap(({ name, fields }) =>
      fields.flatMap(({ name: field, doc = '' }) =>
        words(doc).replace(/^(the|its|a)(?=.)/, '') === words(field) ? [`${name}.${field}: ${doc}`] : [],
      ),
    );
    expect(repeated).toEqual([]);
  });
});
