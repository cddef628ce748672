/** A line in JSON, as the logger makes it: secrets are masked in it already. */
interface LoggedLine {
  readonly level: string;
  /** In milliseconds since 1970. */
  readonly ts: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const SEVERITIES: Readonly<Record<string, string>> = { warn: 'W', error: 'E', fatal: 'F' };
const OWN_FIELDS: ReadonlySet<string> = new Set(['level', 'ts', 'msg', 'v']);
/** klog names the file and line of a message here; the build has neither, and parsers want something of the form. */
const SOURCE = 'binnacle:1';
/** The width of the process ID in klog's header. */
const PID_WIDTH = 7;

/** Turns log lines in JSON into the text form of klog: header, quoted message, pairs of keys and values. */
export class TextLines {
  constructor(private readonly destination: { write(line: string): void }) {}

  /** Writes a line. */
  write(line: string): void {
    this.destination.write(`${textOf(JSON.parse(line) as LoggedLine)}\n`);
  }
}

function textOf(line: LoggedLine): string {
  const fields = Object.entries(line)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .flatMap(([name, value]) => (name === 'error' ? errorFields(value) : [fieldText(name, value)]));
  const message = isPlain(line.msg) ? JSON.stringify(line.msg) : line.msg;
  return [headerOf(line), message, ...fields].join(' ');
}

/** Traces of slow requests span lines and are written as they are, as in klog's unstructured form. */
function isPlain(message: string): boolean {
  return !message.includes('\n');
}

function headerOf({ level, ts }: LoggedLine): string {
  const time = new Date(ts);
  const date = `${twoDigits(time.getMonth() + 1)}${twoDigits(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  const micros = `${String(time.getMilliseconds()).padStart(3, '0')}000`;
  const pid = String(process.pid).padStart(PID_WIDTH);
  return `${SEVERITIES[level] ?? 'I'}${date} ${clock}.${micros} ${pid} ${SOURCE}]`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Errors are named as klog names them; their stack follows. */
function errorFields(value: unknown): string[] {
  const { message, stack } = (value ?? {}) as { readonly message?: string; readonly stack?: string };
  if (message === undefined) return [fieldText('err', value)];
  return [fieldText('err', message), ...(stack === undefined ? [] : [fieldText('stack', stack)])];
}

/** Texts with line breaks are shown as they are, indented; one at their end adds no line, as in klog. */
function fieldText(name: string, value: unknown): string {
  if (typeof value !== 'string') return `${name}=${JSON.stringify(value)}`;
  if (!value.includes('\n')) return `${name}=${JSON.stringify(value)}`;
  const lines = value.endsWith('\n') ? value.slice(0, -1) : value;
  return `${name}=<\n\t${lines.split('\n').join('\n\t')}\n >`;
}
