export * from './ingress-class/ingress-class.v1.js';
export * from './ingress/ingress.v1.js';
export * from './network-policy/network-policy.v1.js';
export * from './networking.plugin.js';
