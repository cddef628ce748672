"""What programs with the Python client do in a day: python-client-program.py KUBECONFIG. Prints what failed, and how many passed."""

import sys
import threading
import time

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

NAMESPACE = "python"
config.load_kube_config(sys.argv[1])
api = client.ApiClient()
core = client.CoreV1Api()
apps = client.AppsV1Api()
failed = []
passed = 0


def check(name, holds):
    global passed
    if holds:
        passed += 1
    else:
        failed.append(name)


def named(name, **members):
    return client.V1ObjectMeta(name=name, **members)


def refused(status, call):
    try:
        call()
    except ApiException as error:
        return error.status == status
    return False


def objects():
    made = core.create_namespaced_config_map(
        NAMESPACE, client.V1ConfigMap(metadata=named("a", labels={"x": "y"}), data={"k": "v"})
    )
    check("create", made.metadata.uid)
    check("get", core.read_namespaced_config_map("a", NAMESPACE).data == {"k": "v"})
    patched = core.patch_namespaced_config_map("a", NAMESPACE, {"data": {"z": "1"}})
    check("patch", patched.data == {"k": "v", "z": "1"})
    listed = core.list_namespaced_config_map(NAMESPACE, label_selector="x=y").items
    check("list", [item.metadata.name for item in listed] == ["a"])
    check("missing", refused(404, lambda: core.read_namespaced_config_map("none", NAMESPACE)))
    bad = client.V1ConfigMap(metadata=named("B_"))
    check("invalid", refused(422, lambda: core.create_namespaced_config_map(NAMESPACE, bad)))


def watches():
    seen = []

    def follow():
        # The server ends the watch: the client has no other way to wait for an event.
        for event in watch.Watch().stream(core.list_namespaced_config_map, NAMESPACE, timeout_seconds=5):
            seen.append((event["type"], event["object"].metadata.name))

    follower = threading.Thread(target=follow)
    follower.start()
    while ("ADDED", "a") not in seen and follower.is_alive():
        time.sleep(0.05)
    core.create_namespaced_config_map(NAMESPACE, client.V1ConfigMap(metadata=named("b")))
    core.delete_namespaced_config_map("a", NAMESPACE)
    follower.join()
    check("watch", ("ADDED", "b") in seen and ("DELETED", "a") in seen)


def workloads():
    labels = {"app": "web"}
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels=labels),
        spec=client.V1PodSpec(containers=[client.V1Container(name="c", image="nginx")]),
    )
    spec = client.V1DeploymentSpec(selector=client.V1LabelSelector(match_labels=labels), template=template)
    made = apps.create_namespaced_deployment(NAMESPACE, client.V1Deployment(metadata=named("d"), spec=spec))
    check("defaults", made.spec.replicas == 1)
    scaled = apps.patch_namespaced_deployment_scale("d", NAMESPACE, {"spec": {"replicas": 3}})
    check("scale", scaled.spec.replicas == 3)
    read = apps.read_namespaced_deployment("d", NAMESPACE)
    check("replace", apps.replace_namespaced_deployment("d", NAMESPACE, read).spec.replicas == 3)


def custom_resources():
    schema = client.V1JSONSchemaProps(type="object", x_kubernetes_preserve_unknown_fields=True)
    version = client.V1CustomResourceDefinitionVersion(
        name="v1", served=True, storage=True, schema=client.V1CustomResourceValidation(open_apiv3_schema=schema)
    )
    names = client.V1CustomResourceDefinitionNames(plural="piers", kind="Pier")
    spec = client.V1CustomResourceDefinitionSpec(
        group="harbor.example.com", scope="Namespaced", names=names, versions=[version]
    )
    extensions = client.ApiextensionsV1Api()
    extensions.create_custom_resource_definition(
        client.V1CustomResourceDefinition(metadata=named("piers.harbor.example.com"), spec=spec)
    )
    while not any(
        each.type == "Established" and each.status == "True"
        for each in extensions.read_custom_resource_definition("piers.harbor.example.com").status.conditions or []
    ):
        time.sleep(0.05)
    piers = dynamic.DynamicClient(api).resources.get(api_version="harbor.example.com/v1", kind="Pier")
    body = {"apiVersion": "harbor.example.com/v1", "kind": "Pier", "metadata": {"name": "p"}, "spec": {"n": 1}}
    piers.create(body=body, namespace=NAMESPACE)
    check("custom resources", piers.get(namespace=NAMESPACE).items[0].spec.n == 1)


def access():
    check("roles", len(client.RbacAuthorizationV1Api().list_cluster_role(limit=5).items) == 5)
    attributes = client.V1ResourceAttributes(verb="get", resource="pods")
    review = client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(resource_attributes=attributes)
    )
    answer = client.AuthorizationV1Api().create_self_subject_access_review(review)
    check("access review", answer.status.allowed)


core.create_namespace(client.V1Namespace(metadata=named(NAMESPACE)))
for part in (objects, watches, workloads, custom_resources, access):
    part()
print(f"{passed} passed, {len(failed)} failed{': ' if failed else ''}{', '.join(failed)}")
sys.exit(1 if failed else 0)
