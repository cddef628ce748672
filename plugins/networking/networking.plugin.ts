import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { ingressClassKind } from './ingress-class/ingress-class.kind.js';
import { DefaultIngressClassAdmission } from './ingress/default-ingress-class.admission.js';
import { ingressKind } from './ingress/ingress.kind.js';
import { ipAddressKind } from './ip-address/ip-address.kind.js';
import { networkPolicyKind } from './network-policy/network-policy.kind.js';
import { ServiceCidrController } from './service-cidr/service-cidr.controller.js';
import { serviceCidrKind } from './service-cidr/service-cidr.kind.js';

/** How traffic comes in, and where it may go. */
@ApiGroupPlugin({
  group: 'networking.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [ingressClassKind, ingressKind, ipAddressKind, networkPolicyKind, serviceCidrKind],
  admission: [DefaultIngressClassAdmission],
  controllers: [ServiceCidrController],
})
export class NetworkingPlugin {}
