import type { SpanAttributes } from './span-attributes.js';

/** A step, or a part with its own steps. Times in milliseconds of `performance.now()`. */
type Item = Step | SlowTrace;

interface Step {
  readonly name: string;
  readonly attributes: SpanAttributes;
  readonly completedAt: number;
}

/** How a trace is written. */
interface Writing {
  /** Put before each line; nested lines are indented. */
  readonly prefix: string;
  /** Steps that took less are left out; undefined writes all. */
  readonly stepThreshold: number | undefined;
}

/** One request may cause any number of operations; the log shows the first. */
const MAX_ITEMS = 100;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Steps have at least this share of the threshold, however much of it is that of nested traces. */
const LEAST_SHARE = 0.25;

/** The steps of a piece of work, for the log if it was slow (upstream: k8s.io/utils/trace). */
export class SlowTrace {
  private readonly startedAt = performance.now();
  private readonly items: Item[] = [];
  private endedAt: number | undefined;
  private threshold = 0;

  constructor(
    readonly name: string,
    readonly attributes: SpanAttributes,
  ) {}

  /** Adds a step that has just been completed. */
  step(name: string, attributes: SpanAttributes): void {
    this.add({ name, attributes, completedAt: performance.now() });
  }

  /** Adds a part that has just begun. */
  nest(part: SlowTrace): void {
    this.add(part);
  }

  /** Ends the trace; it is slow from `threshold` milliseconds on. */
  end(threshold: number): void {
    this.endedAt = performance.now();
    this.threshold = threshold;
  }

  /** Returns the texts for the log: of the trace if it was slow, otherwise of its parts that were. `isDetailed` leaves out no step. */
  texts(isDetailed: boolean): string[] {
    if (this.isSlow) return [this.text(isDetailed)];
    return this.items.flatMap((item) => (item instanceof SlowTrace ? item.texts(isDetailed) : []));
  }

  private get isSlow(): boolean {
    return this.endedAt !== undefined && this.endedAt - this.startedAt >= this.threshold;
  }

  /** When it was completed; an unfinished part has no length. */
  get completedAt(): number {
    return this.endedAt ?? this.startedAt;
  }

  private add(item: Item): void {
    if (this.items.length < MAX_ITEMS) this.items.push(item);
  }

  private text(isDetailed: boolean): string {
    const prefix = `\nTrace[${Math.floor(Math.random() * 2 ** 31)}]: `;
    const took = this.completedAt - this.startedAt;
    const head = `${JSON.stringify(this.name)} ${fieldsText(this.attributes)}`;
    const title = `${head}(${dateText(this.startedAt)}) (total time: ${Math.floor(took)}ms):`;
    const steps = this.itemsText({ prefix, stepThreshold: isDetailed ? undefined : this.stepThreshold() });
    const duration = `[${durationText(took)}]`;
    return `${prefix.slice(1)}${title}${steps}${prefix}${duration} ${duration} END`;
  }

  private itemsText(writing: Writing): string {
    let last = this.startedAt;
    let text = '';
    for (const item of this.items) {
      text += item instanceof SlowTrace ? item.nestedText(writing) : stepText(item, item.completedAt - last, writing);
      last = item.completedAt;
    }
    return text;
  }

  private nestedText({ prefix, stepThreshold }: Writing): string {
    const isDetailed = stepThreshold === undefined;
    if (!isDetailed && !this.isSlow) return '';
    const summary = summaryText(this, this.completedAt - this.startedAt, this.startedAt);
    const steps = this.itemsText({
      prefix: `${prefix} `,
      stepThreshold: isDetailed ? undefined : this.stepThreshold(),
    });
    return `${prefix}[${summary}${steps}]`;
  }

  /** The share of a step: what the nested traces leave of the threshold, divided among the steps. */
  private stepThreshold(): number {
    const nested = this.items.filter((item) => item instanceof SlowTrace && item.endedAt !== undefined);
    const left = this.threshold - (nested as SlowTrace[]).reduce((sum, { threshold }) => sum + threshold, 0);
    const all = this.items.length + 1;
    const least = this.threshold * LEAST_SHARE;
    return left < least ? least / all : left / (all - nested.length);
  }
}

function stepText({ name, attributes, completedAt }: Step, took: number, { prefix, stepThreshold }: Writing): string {
  if (stepThreshold !== undefined && took < stepThreshold) return '';
  return `${prefix}---${summaryText({ name, attributes }, took, completedAt)}`;
}

function summaryText({ name, attributes }: Pick<Step, 'name' | 'attributes'>, took: number, at: number): string {
  return `${JSON.stringify(name)} ${fieldsText(attributes)}${Math.floor(took)}ms (${clockText(timeOf(at))})`;
}

function fieldsText(attributes: SpanAttributes): string {
  const fields = Object.entries(attributes).map(([name, value]) => `${name}:${value}`);
  return fields.length === 0 ? '' : `${fields.join(',')} `;
}

function timeOf(monotonic: number): Date {
  return new Date(Date.now() - (performance.now() - monotonic));
}

/** `25-Nov-2026 19:18:18.123` */
function dateText(monotonic: number): string {
  const time = timeOf(monotonic);
  return `${twoDigits(time.getDate())}-${MONTHS[time.getMonth()]}-${time.getFullYear()} ${clockText(time)}`;
}

function clockText(time: Date): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A duration in milliseconds as Go writes it: `512.5ms`, `1.25s`, `1m2.5s`. */
function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(3))}ms`;
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = Number(((milliseconds % 60_000) / 1000).toFixed(6));
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
