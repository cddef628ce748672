import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { AlwaysAdmitAdmission, AlwaysDenyAdmission } from './admission/always.admission.js';
import { OwnerReferencesAdmission } from './admission/owner-references.admission.js';
import { bindingKind } from './binding/binding.kind.js';
import { componentStatusKind } from './component-status/component-status.kind.js';
import { ClusterAuthenticationController } from './config-map/cluster-authentication.controller.js';
import { configMapKind } from './config-map/config-map.kind.js';
import { LegacyTokenTrackingController } from './config-map/legacy-token-tracking.controller.js';
import { RootCaPublisherController } from './config-map/root-ca-publisher.controller.js';
import { Kubelets } from './connection/kubelets.js';
import { endpointsKind } from './endpoints/endpoints.kind.js';
import { EventRateLimitAdmission } from './event/event-rate-limit.admission.js';
import { GarbageCollectorController, GarbageCollectorModule } from './garbage-collector/index.js';
import { eventKind } from './event/event.kind.js';
import { LimitRangerAdmission } from './limit-range/limit-ranger.admission.js';
import { limitRangeKind } from './limit-range/limit-range.kind.js';
import { NamespaceLifecycleAdmission } from './namespace/namespace-lifecycle.admission.js';
import { NamespaceAutoProvisionAdmission, NamespaceExistsAdmission } from './namespace/namespace-presence.admission.js';
import { NamespaceController } from './namespace/namespace.controller.js';
import { RemoteNamespaceContent } from './namespace/remote-namespace-content.js';
import { namespaceKind } from './namespace/namespace.kind.js';
import { SystemNamespacesHook } from './namespace/system-namespaces.start-hook.js';
import { nodeKind } from './node/node.kind.js';
import { NodeRestrictionAdmission } from './node/restriction/node-restriction.admission.js';
import { TaintNodesAdmission } from './node/taint-nodes.admission.js';
import { ClaimProtectionController } from './persistent-volume-claim/claim-protection.controller.js';
import { persistentVolumeClaimKind } from './persistent-volume-claim/persistent-volume-claim.kind.js';
import { persistentVolumeKind } from './persistent-volume/persistent-volume.kind.js';
import { VolumeProtectionController } from './persistent-volume/volume-protection.controller.js';
import { podTemplateKind } from './pod-template/pod-template.kind.js';
import { AlwaysPullImagesAdmission } from './pod/admission/always-pull-images.admission.js';
import { LimitPodHardAntiAffinityTopologyAdmission } from './pod/admission/anti-affinity-topology.admission.js';
import { DefaultTolerationSecondsAdmission } from './pod/admission/default-toleration-seconds.admission.js';
import { DisruptionBudgets } from './pod/subresources/disruption-budgets.js';
import { ExtendedResourceTolerationAdmission } from './pod/admission/extended-resource-toleration.admission.js';
import { PodNodeSelectorAdmission } from './pod/admission/pod-node-selector.admission.js';
import { ImagePolicyAdmission } from './pod/image-policy/image-policy.admission.js';
import { podKind } from './pod/pod.kind.js';
import { PriorityAdmission } from './pod/admission/priority.admission.js';
import { PodSecurityAdmission, PodSecurityModule } from './pod-security/index.js';
import { replicationControllerKind } from './replication-controller/replication-controller.kind.js';
import {
  ResourceQuotaAdmission,
  ResourceQuotaController,
  ResourceQuotaModule,
  resourceQuotaKind,
} from './resource-quota/index.js';
import { AccountTokenController } from './secret/account-token/account-token.controller.js';
import { LegacyTokenUseController } from './secret/account-token/legacy-token-use.controller.js';
import { BootstrapSignerController } from './secret/bootstrap/bootstrap-signer.controller.js';
import { TokenCleanerController } from './secret/bootstrap/token-cleaner.controller.js';
import { secretKind } from './secret/secret.kind.js';
import { ServiceAccountAdmission } from './service-account/service-account.admission.js';
import { ServiceAccountController } from './service-account/service-account.controller.js';
import { serviceAccountKind } from './service-account/service-account.kind.js';
import { DenyServiceExternalIpsAdmission } from './service/deny-external-ips.admission.js';
import {
  KubernetesServiceCidrController,
  KubernetesServiceController,
  KubernetesServiceHook,
  ServiceCidrHook,
  ServiceNetworkModule,
  ServiceRepairHook,
  serviceKind,
} from './service-network/index.js';
import { StorageObjectInUseAdmission } from './volume/storage-in-use.admission.js';

/** The kinds every cluster is built of. */
@ApiGroupPlugin({
  group: '',
  versions: ['v1'],
  kinds: [
    bindingKind,
    componentStatusKind,
    configMapKind,
    endpointsKind,
    eventKind,
    limitRangeKind,
    namespaceKind,
    nodeKind,
    persistentVolumeClaimKind,
    persistentVolumeKind,
    podKind,
    podTemplateKind,
    replicationControllerKind,
    resourceQuotaKind,
    secretKind,
    serviceAccountKind,
    serviceKind,
  ],
  imports: [GarbageCollectorModule, PodSecurityModule, ResourceQuotaModule, ServiceNetworkModule],
  admission: [
    AlwaysAdmitAdmission,
    NamespaceAutoProvisionAdmission,
    NamespaceLifecycleAdmission,
    NamespaceExistsAdmission,
    LimitPodHardAntiAffinityTopologyAdmission,
    LimitRangerAdmission,
    ServiceAccountAdmission,
    NodeRestrictionAdmission,
    TaintNodesAdmission,
    AlwaysPullImagesAdmission,
    ImagePolicyAdmission,
    PodSecurityAdmission,
    PodNodeSelectorAdmission,
    PriorityAdmission,
    DefaultTolerationSecondsAdmission,
    EventRateLimitAdmission,
    ExtendedResourceTolerationAdmission,
    StorageObjectInUseAdmission,
    OwnerReferencesAdmission,
    DenyServiceExternalIpsAdmission,
    ResourceQuotaAdmission,
    AlwaysDenyAdmission,
  ],
  controllers: [
    NamespaceController,
    GarbageCollectorController,
    ServiceAccountController,
    AccountTokenController,
    BootstrapSignerController,
    TokenCleanerController,
    RootCaPublisherController,
    ClaimProtectionController,
    VolumeProtectionController,
    KubernetesServiceController,
    KubernetesServiceCidrController,
    ClusterAuthenticationController,
    LegacyTokenTrackingController,
    LegacyTokenUseController,
    ResourceQuotaController,
  ],
  startHooks: [SystemNamespacesHook, ServiceCidrHook, ServiceRepairHook, KubernetesServiceHook],
  providers: [DisruptionBudgets, Kubelets, RemoteNamespaceContent],
})
export class CorePlugin {}
