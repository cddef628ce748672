import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type ObservedRequest, type RequestObserver, RequestObservers } from '../../src/plugin-api/built-in.js';

/** The query parameter that the console sends when a user asks to see the values of a Secret. */
const REVEAL = 'binnacleReveal';
/** The annotation of audit events of such requests. */
const ANNOTATION = 'console.binnacle.io/secret-revealed';
const WARNING = 'the values of the Secret were asked for to be shown in clear';

/** Warns in the audit log when a user has the console show the values of a Secret. */
@Injectable()
export class RevealObserver implements RequestObserver, OnModuleInit {
  constructor(@Inject(RequestObservers) private readonly observers: RequestObservers) {}

  onModuleInit(): void {
    this.observers.add(this);
  }

  authorized(request: ObservedRequest): void {
    const { verb, group, resource, subresource } = request.info;
    const isSecret = verb === 'get' && group === '' && resource === 'secrets' && subresource === '';
    if (isSecret && request.query.get(REVEAL) === 'true') request.annotate(ANNOTATION, WARNING);
  }
}
