/**
 * The path of a value inside an object, as validation errors write it: `spec.ports[0].name`, `metadata.labels[a.b/c]`.
 * Rules make many more paths than there are errors, so a path is only formatted on demand.
 *
 * @public
 * @example
 * const field = FieldPath.of('spec', 'ships').index(0).child('name').toString();
 */
export class FieldPath {
  private static readonly root = new FieldPath(undefined, '', true);

  private constructor(
    private readonly parent: FieldPath | undefined,
    private readonly step: string | number,
    private readonly isMember: boolean,
  ) {}

  /**
   * Starts a path at a top-level field. Without a name there is no path, which reads `<nil>`; a field whose name is empty
   * reads `[]`, as rules about a whole object are reported.
   */
  static of(...names: string[]): FieldPath {
    return names.reduce((path, name) => path.child(name), FieldPath.root);
  }

  /** Returns the path of a member, or of a member's member. */
  child(name: string, ...inner: string[]): FieldPath {
    let path = new FieldPath(this, name, true);
    for (const each of inner) path = new FieldPath(path, each, true);
    return path;
  }

  /** Returns the path of a list element. */
  index(i: number): FieldPath {
    return new FieldPath(this, i, false);
  }

  /** Returns the path of a map value. */
  key(k: string): FieldPath {
    return new FieldPath(this, k, false);
  }

  toString(): string {
    if (!this.parent) return '<nil>';
    const steps: FieldPath[] = [this];
    for (let { parent } = this; parent?.parent; { parent } = parent) steps.push(parent);
    let text = '';
    for (const { step, isMember } of steps.reverse()) {
      if (!isMember || step === '') text += `[${step}]`;
      else text += text === '' ? step : `.${step}`;
    }
    return text;
  }
}
