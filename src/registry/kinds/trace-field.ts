/** A plain object, of which any member may be read. */
type Plain = Record<string, unknown>;

type Step = string | number;

/** Values that no object is likely to have. */
const MARKED_NUMBER = 715_827_883;
const MARKED_TEXT = 'traced-by-the-conversion';

/** Places of an object that are compared at most: it is small in all but odd cases. */
const MOST_PLACES = 20_000;

/** Finds the fields of an older version that fields of the storage version are converted to. */
export class FieldTracer {
  private converted: object | undefined;

  /** The object is of the storage version; `fromHub` is pure. */
  constructor(
    private readonly object: object,
    private readonly fromHub: (object: never) => object,
  ) {}

  /**
   * Sets a field to another value, and returns the field that differs in the converted object; undefined where none differs, more
   * than one does, or the conversion fails.
   */
  trace(field: string): string | undefined {
    const steps = stepsOf(field);
    try {
      this.converted ??= this.fromHub(this.object as never);
      for (const marker of markersFor(valueAt(this.object, steps))) {
        const after = this.fromHub(withValue(this.object, steps, marker) as never);
        const found: Step[][] = [];
        collectDifferences([this.converted, after], [], { found, places: 0 });
        if (found.length > 0) return found.length === 1 ? fieldOf(found[0]) : undefined;
      }
    } catch {
      // A conversion need not know values of our choice.
    }
    return undefined;
  }
}

/** The steps of a field such as `spec.sizes[0].length` or `metadata.labels[a.b/c]`. */
function stepsOf(field: string): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < field.length;) {
    if (field[at] === '[') {
      const end = Math.max(field.indexOf(']', at), at);
      const inside = field.slice(at + 1, end);
      steps.push(/^\d{1,9}$/.test(inside) ? Number(inside) : inside);
      at = end + 1;
    } else {
      const start = field[at] === '.' ? at + 1 : at;
      const ends = [field.indexOf('.', start), field.indexOf('[', start)].filter((end) => end >= 0);
      const end = Math.min(...ends, field.length);
      steps.push(field.slice(start, end));
      at = Math.max(end, start);
    }
  }
  return steps;
}

function fieldOf(steps: readonly Step[]): string {
  return steps.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');
}

function valueAt(object: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    return typeof value === 'object' && value !== null ? (value as Plain)[step] : undefined;
  }, object);
}

/** Marker values of the same type as `value`: a number and a text if it is absent, none for objects. */
function markersFor(value: unknown): unknown[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [MARKED_NUMBER];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return [`${MARKED_TEXT}-${value.length}`];
  return typeof value === 'object' && value !== null ? [] : [MARKED_NUMBER, MARKED_TEXT];
}

/** A copy with another value at a path; only the containers on the path are copied. */
function withValue(value: unknown, [step, ...rest]: readonly Step[], marker: unknown): unknown {
  if (step === undefined) return marker;
  const inner = withValue(typeof value === 'object' ? (value as Plain | null)?.[step] : undefined, rest, marker);
  if (Array.isArray(value)) return value.map((each: unknown, i) => (i === step ? inner : each));
  return { ...(value as object | undefined), [step]: inner };
}

interface Differences {
  readonly found: Step[][];
  places: number;
}

/** Collects the places where two plain values differ, the innermost ones; two are enough. */
function collectDifferences([a, b]: readonly [unknown, unknown], path: readonly Step[], into: Differences): void {
  if (into.found.length > 1 || ++into.places > MOST_PLACES || a === b) return;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
    into.found.push(leafOf(path, isContainer(b) ? b : undefined));
    return;
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) {
    const step = Array.isArray(a) ? Number(name) : name;
    collectDifferences([a[name], b[name]], [...path, step], into);
  }
}

/** A container that is new has the traced value in it, as its only member. */
function leafOf(path: readonly Step[], value: Plain | undefined): Step[] {
  const [name, ...others] = Object.keys(value ?? {}).filter((each) => value![each] !== undefined);
  if (name === undefined || others.length > 0) return [...path];
  const inner = value![name];
  return leafOf([...path, Array.isArray(value) ? Number(name) : name], isContainer(inner) ? inner : undefined);
}

function isContainer(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}
