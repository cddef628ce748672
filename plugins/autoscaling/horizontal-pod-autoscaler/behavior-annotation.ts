import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './scaling-behavior.v2.js';

/** Thrown where an annotation does not hold what it should. */
class MalformedAnnotation extends Error {}

type Members = Readonly<Record<string, unknown>>;

/** Returns a behavior as the annotation of v1 holds it: JSON of the reference's internal form, with all its members. */
export function formatBehavior({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): string {
  return JSON.stringify({ ScaleUp: formatRules(scaleUp), ScaleDown: formatRules(scaleDown) });
}

function formatRules(rules: HPAScalingRules | undefined): object | null {
  if (!rules) return null;
  return {
    StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
    SelectPolicy: rules.selectPolicy ?? null,
    Policies:
      rules.policies?.map(({ type, value = 0, periodSeconds = 0 }) => ({
        Type: type,
        Value: value,
        PeriodSeconds: periodSeconds,
      })) ?? null,
  };
}

/** Reads the annotation; undefined when it is malformed or says nothing. Letters of members may be small or capital. */
export function parseBehavior(text: string): HorizontalPodAutoscalerBehavior | undefined {
  try {
    const members = membersOf(JSON.parse(text));
    const scaleUp = rulesOf(members.get('scaleup'));
    const scaleDown = rulesOf(members.get('scaledown'));
    return scaleUp || scaleDown ? { scaleUp, scaleDown } : undefined;
  } catch {
    return undefined;
  }
}

function rulesOf(value: unknown): HPAScalingRules | undefined {
  if (value === undefined || value === null) return undefined;
  const members = membersOf(value);
  return {
    selectPolicy: textOf(members.get('selectpolicy')),
    policies: listOf(members.get('policies'))?.map(policyOf),
    stabilizationWindowSeconds: numberOf(members.get('stabilizationwindowseconds')),
  };
}

function policyOf(value: unknown): HPAScalingPolicy {
  const members = membersOf(value ?? {});
  return {
    type: textOf(members.get('type')) ?? '',
    value: numberOf(members.get('value')) ?? 0,
    periodSeconds: numberOf(members.get('periodseconds')) ?? 0,
  };
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedAnnotation();
  return new Map(Object.entries(value as Members).map(([name, member]) => [name.toLowerCase(), member]));
}

function listOf(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new MalformedAnnotation();
  return value;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new MalformedAnnotation();
  return value;
}

function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || value !== (value | 0)) throw new MalformedAnnotation();
  return value;
}
