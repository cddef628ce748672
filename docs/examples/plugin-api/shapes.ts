import {
  Inject,
  Injectable,
  type JsonSchema,
  type KindDeclaration,
  KindRegistrar,
  type ObjectShape,
  type ServedKind,
  type StartHook,
  StructuralShape,
  defineKind,
} from '../../../src/plugin-api/index.js';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { height: { type: 'integer', minimum: 1 } } } },
};

/** The shape of a tide: a schema that is known when the plugin runs. */
const tideShape: ObjectShape = new StructuralShape('com.example.docks.v1.Tide', SCHEMA);

const TIDES: KindDeclaration = {
  owner: 'DocksPlugin',
  group: 'tides.example.com',
  definition: defineKind({ kind: 'Tide', plural: 'tides', versions: [{ name: 'v1', type: tideShape }] }),
};

/** Serves a kind while the server runs. */
@Injectable()
export class TidesHook implements StartHook {
  readonly name = 'tides';
  private served?: ServedKind;

  constructor(@Inject(KindRegistrar) private readonly kinds: KindRegistrar) {}

  async run(): Promise<void> {
    const { kind, conflicts = [] } = this.kinds.serve(TIDES);
    if (!kind) throw new Error(conflicts.map(({ value, owner }) => `${value} is of ${owner}`).join(', '));
    this.served = kind;
  }

  /** Ends what `run` began. */
  end(): void {
    if (this.served) this.kinds.withdraw(this.served);
  }
}
