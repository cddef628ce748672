import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Stores,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import { newestFirst } from '../../core/index.js';
import type { IngressClass } from '../ingress-class/ingress-class.v1.js';
import { INGRESS_CLASS_ANNOTATION } from './ingress-class-annotation.js';
import type { Ingress } from './ingress.v1.js';

const INGRESSES = { group: 'networking.k8s.io', resource: 'ingresses' };
const DEFAULT_MARK = 'ingressclass.kubernetes.io/is-default-class';

/** Sets the default class on ingresses that name none; of several the newest. */
@Injectable()
export class DefaultIngressClassAdmission extends AdmissionPlugin {
  readonly name = 'DefaultIngressClass';

  constructor(@Inject(Stores) private readonly stores: Stores) {
    super();
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isObjectOf(resource, INGRESSES);
  }

  override admit({ object }: AdmissionAttributes): boolean | Promise<boolean> {
    const ingress = object as Ingress;
    const isNamed = ingress.metadata.annotations?.[INGRESS_CLASS_ANNOTATION] !== undefined;
    return ingress.spec?.ingressClassName === undefined && !isNamed ? this.setClass(ingress) : false;
  }

  private async setClass(ingress: Ingress): Promise<boolean> {
    const name = await this.defaultClass();
    if (name === undefined) return false;
    ingress.spec = { ...ingress.spec, ingressClassName: name };
    return true;
  }

  /** A class that cannot be read counts as none. */
  private async defaultClass(): Promise<string | undefined> {
    const store = this.stores.of<IngressClass>('networking.k8s.io', 'ingressclasses');
    const classes = await store.list(systemContext(), ({ unreadable }) => unreadable === undefined);
    const marked = classes.filter(({ metadata }) => metadata.annotations?.[DEFAULT_MARK] === 'true');
    return newestFirst(marked)[0]?.metadata.name;
  }
}
