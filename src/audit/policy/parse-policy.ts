import { formatFieldErrors, goQuote } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import { DecodeError, shapeOf } from '../../schema/index.js';
import { Policy } from './policy.v1.js';
import { validatePolicy } from './policy.validation.js';

const API_VERSION = 'audit.k8s.io/v1';
const SCHEME = '"k8s.io/apiserver/pkg/audit/scheme.go:30"';

/** A policy, and the members of its file that mean nothing. */
export interface ParsedPolicy {
  readonly policy: Policy;
  readonly unknown: readonly string[];
}

/** Reads a policy from the content of its file. Throws with every fault (upstream: LoadPolicyFromBytes). */
export function parsePolicy(content: unknown): ParsedPolicy {
  checkType(content);
  const unknown: string[] = [];
  const policy = decodePolicy(content, unknown);
  const errors = validatePolicy(policy);
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  if (policy.rules.length === 0) throw new Error('loaded illegal policy with 0 rules');
  return { policy, unknown };
}

function checkType(content: unknown): void {
  const { apiVersion, kind } = (content ?? {}) as { apiVersion?: unknown; kind?: unknown };
  const lacks = (member: string): Error =>
    new Error(`failed decoding: Object '${member}' is missing in '${stringifyJson(content ?? null)}'`);
  if (typeof kind !== 'string' || kind === '') throw lacks('Kind');
  if (typeof apiVersion !== 'string' || apiVersion === '') throw lacks('apiVersion');
  if (apiVersion === API_VERSION && kind === 'Policy') return;
  const named = `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme ${SCHEME}`;
  throw new Error(`failed decoding: ${named}`);
}

function decodePolicy(content: unknown, unknown: string[]): Policy {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = content as Record<string, unknown>;
  try {
    const decoded = shapeOf(Policy).decode(rest, { onUnknown: (path) => unknown.push(path) });
    return { ...decoded, rules: decoded.rules ?? [] } as Policy;
  } catch (error) {
    throw error instanceof DecodeError ? new Error(`failed decoding: ${error.message}`) : error;
  }
}
