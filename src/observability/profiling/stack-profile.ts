import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { Function, Line, Location, Profile, Sample, StringTable, ValueType, emptyTableToken } from 'pprof-format';

const compress = promisify(gzip);

/** A frame of a stack, as V8 names it; lines count from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The type of a number of a sample, and its unit. */
export interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/** The facts of a whole profile. */
export interface StackProfileSettings {
  /** The last is the one that viewers show first. */
  readonly sampleTypes: readonly SampleType[];
  readonly periodType: SampleType;
  /** In the unit of the period type. */
  readonly period: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Collects stacks with their numbers, and writes them in the format of pprof. */
export class StackProfile {
  private readonly strings = new StringTable(emptyTableToken);
  private readonly samples: Sample[] = [];
  private readonly functions: Function[] = [];
  private readonly locations: Location[] = [];
  private readonly known = new Map<string, number>();

  constructor(private readonly settings: StackProfileSettings) {
    this.strings.dedup('');
  }

  /** Adds a stack, the innermost frame first. */
  add(stack: readonly CallFrame[], values: readonly number[]): void {
    this.samples.push(new Sample({ locationId: stack.map((frame) => this.locationOf(frame)), value: [...values] }));
  }

  /** Returns the profile, compressed as pprof's readers expect it. */
  async encode(): Promise<Buffer> {
    const { sampleTypes, periodType, period, startedAt, milliseconds } = this.settings;
    const profile = new Profile({
      sampleType: sampleTypes.map((type) => this.typeOf(type)),
      sample: this.samples,
      location: this.locations,
      function: this.functions,
      stringTable: this.strings,
      timeNanos: BigInt(Math.round(startedAt)) * NANOSECONDS,
      durationNanos: BigInt(Math.round(milliseconds)) * NANOSECONDS,
      periodType: this.typeOf(periodType),
      period,
      defaultSampleType: this.strings.dedup(sampleTypes.at(-1)!.type),
    });
    return compress(await profile.encodeAsync());
  }

  private typeOf({ type, unit }: SampleType): ValueType {
    return new ValueType({ type: this.strings.dedup(type), unit: this.strings.dedup(unit) });
  }

  private locationOf(frame: CallFrame): number {
    const key = `${frame.functionName}\n${frame.url}\n${frame.lineNumber}\n${frame.columnNumber}`;
    let id = this.known.get(key);
    if (id === undefined) this.known.set(key, (id = this.addLocation(frame)));
    return id;
  }

  private addLocation({ functionName, url, lineNumber, columnNumber }: CallFrame): number {
    const id = this.locations.length + 1;
    const line = lineNumber + 1;
    // Viewers join functions of one name.
    const name = this.strings.dedup(functionName || `(anonymous:L${line}:C${columnNumber + 1})`);
    const filename = this.strings.dedup(url.replace(/^file:\/\//, ''));
    this.functions.push(new Function({ id, name, systemName: name, filename, startLine: line }));
    this.locations.push(new Location({ id, line: [new Line({ functionId: id, line })] }));
    return id;
  }
}

/** In a millisecond. */
const NANOSECONDS = 1_000_000n;
