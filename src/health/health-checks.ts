import { REFUSES_BY_THROWING, type ResultRule, checkedResult } from '../apimachinery/index.js';
import type { HealthCheck } from '../plugin-api/index.js';
import type { HealthEndpoint } from '../plugin-api/built-in.js';
import type { HealthIndicators } from './health-indicators.js';

/** An answer of a health endpoint: plain text. */
export interface HealthAnswer {
  readonly code: number;
  readonly text: string;
}

/** The query of a health endpoint. */
export interface HealthQuery {
  readonly verbose: boolean;
  readonly exclude: readonly string[];
}

const ENDPOINTS: readonly HealthEndpoint[] = ['healthz', 'livez', 'readyz'];

/** The checks behind `/livez`, `/readyz` and `/healthz` (upstream: healthz package). */
export class HealthChecks {
  /** `current` answers all checks there are now, in the order they are shown. */
  constructor(
    private readonly current: () => readonly HealthCheck[],
    private readonly indicators: HealthIndicators,
  ) {}

  /** Runs one check by name; undefined when the endpoint has none of that name. */
  async single(endpoint: HealthEndpoint, name: string): Promise<HealthAnswer | undefined> {
    const found = this.of(endpoint).find((check) => check.name === name);
    if (!found) return undefined;
    const reason = await failureOf(found, endpoint);
    if (reason === undefined) return { code: 200, text: 'ok' };
    return { code: 500, text: `internal server error: ${reason}\n` };
  }

  /** Runs all checks of an endpoint. Reasons of failures are withheld: the endpoint is public. */
  async all(endpoint: HealthEndpoint, query: HealthQuery): Promise<HealthAnswer> {
    const excluded = new Set(query.exclude);
    const lines: string[] = [];
    let hasFailed = false;
    for (const check of this.of(endpoint)) {
      const { name, isAside } = check;
      if (isAside) continue;
      if (excluded.delete(name)) {
        lines.push(`[+]${name} excluded: ok`);
        continue;
      }
      const holds = (await failureOf(check, endpoint)) === undefined;
      this.indicators.observe({ name, endpoint, holds });
      lines.push(holds ? `[+]${name} ok${remarkOf(check)}` : `[-]${name} failed: reason withheld`);
      hasFailed ||= !holds;
    }
    if (excluded.size > 0) {
      const names = [...excluded].map((name) => JSON.stringify(name)).join(',');
      lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
    }
    if (hasFailed) return { code: 500, text: `${lines.join('\n')}\n${endpoint} check failed\n` };
    return { code: 200, text: query.verbose ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok' };
  }

  /** Returns the paths of all single checks. */
  paths(): string[] {
    return ENDPOINTS.flatMap((endpoint) => this.of(endpoint).map(({ name }) => `/${endpoint}/${name}`));
  }

  private of(endpoint: HealthEndpoint): RemarkingCheck[] {
    return this.current().filter(({ endpoints }) => endpoints === undefined || endpoints.includes(endpoint));
  }
}

/** A check of the server. It can hold and have something to say. */
export interface RemarkingCheck extends HealthCheck {
  /** True if it is only run by its name, and takes no part in the answer for the endpoint as a whole. */
  readonly isAside?: boolean;
  /** A remark for the verbose form; undefined for none. Any user may read it: no secrets. */
  readonly remark?: () => string | undefined;
}

function remarkOf({ remark }: RemarkingCheck): string {
  const text = remark?.();
  return text === undefined ? '' : `: ${text}`;
}

/** Any value would be taken for health, `false` among them. */
const HOLDS: ResultRule = { ...REFUSES_BY_THROWING, wanted: 'nothing: it throws an error where something is wrong' };

async function failureOf(check: HealthCheck, endpoint: HealthEndpoint): Promise<string | undefined> {
  try {
    await checkedResult(`the check ${check.name}`, check.check(endpoint), HOLDS);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
