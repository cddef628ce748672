import { plainYaml } from '../model/plain-yaml.js';

/** An object that a kind declares as an example, as far as its name goes. */
export interface ExampleObject {
  readonly metadata?: { readonly name?: string; readonly generateName?: string };
}

/**
 * Renders the examples of a kind: one that is chosen is passed on as text, in the namespace that is shown. Nothing
 * where there are none.
 */
export function ExamplePicker({
  examples,
  namespace,
  onPick,
}: {
  readonly examples: readonly ExampleObject[];
  /** Empty for kinds without. */
  readonly namespace: string;
  readonly onPick: (text: string) => void;
}) {
  if (examples.length === 0) return null;
  const pick = (index: string): void => {
    const example = examples[Number(index)];
    if (index === '' || !example) return;
    const place = namespace === '' ? {} : { namespace };
    onPick(plainYaml({ ...example, metadata: { ...place, ...example.metadata } }));
  };
  return (
    <select aria-label="Example" value="" onChange={({ currentTarget }) => pick(currentTarget.value)}>
      <option value="">Example …</option>
      {examples.map(({ metadata }, i) => (
        <option key={i} value={i}>
          {metadata?.name ?? metadata?.generateName ?? i + 1}
        </option>
      ))}
    </select>
  );
}
