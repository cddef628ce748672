import { Min } from 'class-validator';
import { type AdmissionAttributes, AdmissionChain, AdmissionPlugin } from '../../admission/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { RequestObservers } from '../../request/index.js';
import { ApiType, Field, ObjectMeta } from '../../schema/index.js';
import { NOW, clientContext } from '../../../test/support/registry-store.js';
import { defineKind } from '../kinds/define-kind.js';
import { ResolvedKind } from '../kinds/resolved-kind.js';
import type { StoreContext } from '../kinds/store-context.js';
import { ReviewOperation } from './review-operation.js';

@ApiType({ name: 'k8s.io.api.test.v1.Question' })
class Question implements ApiObject {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { pointer: true }) @Min(1) size?: number;
}

/** Notes each step, and may change the object. */
class Recording extends AdmissionPlugin {
  readonly name = 'Recording';
  readonly steps: string[] = [];
  attributes: AdmissionAttributes | undefined;
  change: (object: Question) => void = () => {};
  onValidate = (): void => {};

  handles = (): boolean => true;

  override admit(attributes: AdmissionAttributes): void {
    this.attributes = attributes;
    this.steps.push('admit');
    this.change(attributes.object as Question);
  }

  override validate(): void {
    this.steps.push('validate');
    this.onValidate();
  }
}

const kind = new ResolvedKind<Question>(
  'test.example.com',
  defineKind<Question>({
    kind: 'Question',
    plural: 'questions',
    versions: [{ name: 'v1', type: Question }],
    storageVersion: 'v1',
    namespaced: true,
    verbs: ['create'],
  }),
);

describe('ReviewOperation.create()', () => {
  let recording: Recording;
  let asked: [ApiObject, object][];
  beforeEach(() => {
    [recording, asked] = [new Recording(), []];
  });

  function create(sent: Partial<Question> = {}, context: Partial<StoreContext> = {}): Promise<ApiObject> {
    const admission = new AdmissionChain(new RequestObservers(() => {}));
    admission.use([recording]);
    const handler = {
      create: (object: ApiObject, facts: object): ApiObject => {
        recording.steps.push('carry out');
        asked.push([object, facts]);
        return { metadata: { name: 'answer' } };
      },
    };
    const parts = {
      kind: kind as never,
      handler,
      admission,
      isEnabled: (gate: string) => gate === 'On',
      now: () => NOW,
    };
    return new ReviewOperation(parts).create(clientContext({ version: 'test.example.com/v1', ...context }), {
      apiVersion: 'test.example.com/v1',
      kind: 'Question',
      metadata: { name: 'q' },
      ...sent,
    } as ApiObject);
  }

  it('admits, validates and carries out an object, and answers what that gives', async () => {
    recording.change = (object) => void (object.size = 4);
    expect(await create({ size: 2 })).toEqual({ metadata: { name: 'answer' } });
    expect(recording.steps).toEqual(['admit', 'validate', 'carry out']);
    expect(recording.attributes).toMatchObject({ operation: 'CREATE', name: 'q', namespace: 'n' });
    const [[object, facts]] = asked;
    expect(object).toMatchObject({ metadata: { name: 'q', namespace: 'n' }, size: 4 });
    expect(object.metadata.managedFields).toMatchObject([{ manager: 'test', operation: 'Update' }]);
    expect(facts).toMatchObject({ user: { name: 'alice' }, namespace: 'n' });
  });

  it('takes an object without a name', async () => {
    await create({ metadata: {} });
    expect(recording.attributes!.name).toBe('');
  });

  it('refuses what is invalid after admission, and carries nothing out', async () => {
    recording.change = (object) => void (object.size = 0);
    await expect(create({ size: 2 })).rejects.toMatchObject({
      status: {
        code: 422,
        message: expect.stringContaining('Question.test.example.com "q" is invalid: size') as string,
      },
    });
    expect(recording.steps).toEqual(['admit']);
  });

  it('refuses an object of another namespace', async () => {
    await expect(create({ metadata: { name: 'q', namespace: 'm' } })).rejects.toMatchObject({ status: { code: 400 } });
    expect(recording.steps).toEqual([]);
  });

  it.each<[string, 'change' | 'onValidate']>([
    ['while it was changed', 'change'],
    ['while it was validated', 'onValidate'],
  ])('carries nothing out for a client that has gone %s', async (_, when) => {
    const gone = new AbortController();
    recording[when] = () => gone.abort(new Error('gone'));
    await expect(create({}, { signal: gone.signal as never })).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });
});
