import { useMemo, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import type { ServerFaults } from '../editor/yaml-editor.js';
import { faultsOf } from '../model/refusal.js';
import type { FaultLines } from '../ui/parts.js';

/** Connects the faults that a refusal names with their lines in the editor. */
export function useFaults(error: ApiError | undefined): {
  readonly editor: ServerFaults;
  readonly failure: FaultLines;
} {
  const faults = useMemo(() => (error ? faultsOf(error) : []), [error]);
  const [lines, onLocated] = useState<readonly (number | undefined)[]>([]);
  const [goTo, setGoTo] = useState<ServerFaults['goTo']>();
  return { editor: { faults, onLocated, goTo }, failure: { lines, onLine: (line) => setGoTo({ line }) } };
}
