import { containersOf } from '../model/containers.js';

/** Returns the names of the containers of a pod, the first of the list first. */
export function containerNames(pod: unknown): string[] {
  return containersOf(pod).map(({ name }) => name);
}

/** Renders the choice of a container of a pod. */
export function ContainerPicker({
  object,
  chosen,
  onChoose,
}: {
  readonly object: unknown;
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}) {
  return (
    <label>
      Container{' '}
      <select name="container" value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {containerNames(object).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
