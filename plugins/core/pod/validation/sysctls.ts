import { duplicate, invalid, required, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { isSysctlName } from '../../../../src/plugin-api/built-in.js';
import type { PodSpec, Sysctl } from '../shape/pod.v1.js';
import { check } from './checks.js';

const IPC_PREFIXES = ['kernel.shm', 'kernel.msg', 'fs.mqueue.'];

/** Checks kernel parameters of a pod; those of a namespace that the pod shares with its host are refused. */
export function validateSysctls(
  sysctls: readonly Sysctl[] | undefined,
  spec: Pick<PodSpec, 'hostNetwork' | 'hostIPC'>,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (sysctls ?? []).flatMap(({ name }, i) => {
    const place = path.index(i).child('name');
    const errors = [...nameErrors(name, seen, place), ...hostErrors(name, spec, place)];
    seen.add(name);
    return errors;
  });
}

function nameErrors(name: string, seen: ReadonlySet<string>, path: FieldPath): FieldError[] {
  if (!name) return [required(path)];
  const errors = check(name, path, isSysctlName);
  if (errors.length > 0) return errors;
  return seen.has(name) ? [duplicate(path, name)] : [];
}

function hostErrors(name: string, spec: Pick<PodSpec, 'hostNetwork' | 'hostIPC'>, path: FieldPath): FieldError[] {
  const namespace = namespaceOf(withDots(name));
  if (spec.hostNetwork && namespace === 'net') {
    return [invalid(path, name, "may not be specified when 'hostNetwork' is true")];
  }
  if (spec.hostIPC && namespace === 'ipc') {
    return [invalid(path, name, "may not be specified when 'hostIPC' is true")];
  }
  return [];
}

function namespaceOf(name: string): 'net' | 'ipc' | undefined {
  if (name.startsWith('net.')) return 'net';
  return name === 'kernel.sem' || IPC_PREFIXES.some((prefix) => name.startsWith(prefix)) ? 'ipc' : undefined;
}

/** Names written with slashes have dots inside their segments. */
function withDots(name: string): string {
  const separator = /[./]/.exec(name)?.[0];
  return separator === '/' ? name.replace(/[./]/g, (c) => (c === '/' ? '.' : '/')) : name;
}
