import {
  type BackendChange,
  BackendError,
  type BackendListener,
  type BackendObject,
  type BackendPlace,
  type BackendRefusal,
  Injectable,
  ResourceBackend,
} from '../../../src/plugin-api/index.js';
import type { Plan } from './types.js';

function refuse(reason: BackendRefusal): never {
  throw new BackendError(reason);
}

/** Keeps plans in memory; `backend: PlanBackend` of the kind puts it in the place of the server's store. */
@Injectable()
export class PlanBackend extends ResourceBackend<Plan> {
  private readonly plans = new Map<string, BackendObject<Plan>>();
  private readonly listeners = new Set<BackendListener<Plan>>();
  private newest = 1;

  version(): number {
    return this.newest;
  }

  get({ name }: BackendPlace): BackendObject<Plan> | undefined {
    return structuredClone(this.plans.get(name));
  }

  list(): { items: BackendObject<Plan>[]; version: number } {
    return { items: structuredClone([...this.plans.values()]), version: this.newest };
  }

  create(object: Plan): number {
    if (this.plans.has(object.metadata.name ?? '')) refuse('exists');
    return this.commit('create', object);
  }

  update(object: Plan, expected: number): number {
    this.check({ namespace: '', name: object.metadata.name ?? '' }, expected);
    return this.commit('update', object);
  }

  delete(place: BackendPlace, expected: number): number {
    return this.commit('delete', this.check(place, expected).object);
  }

  watch(after: number, listener: BackendListener<Plan>): () => void {
    if (after < this.newest) refuse('expired');
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private check({ name }: BackendPlace, expected: number): BackendObject<Plan> {
    const found = this.plans.get(name);
    if (!found) return refuse('notFound');
    if (found.version !== expected) refuse('conflict');
    return found;
  }

  private commit(type: BackendChange['type'], object: Plan): number {
    const version = ++this.newest;
    const kept = { object: structuredClone(object), version };
    if (type === 'delete') this.plans.delete(object.metadata.name ?? '');
    else this.plans.set(object.metadata.name ?? '', kept);
    for (const listener of this.listeners) listener.onChange(structuredClone({ type, ...kept }));
    return version;
  }
}
