{{/* Values of a workload: a service's, the front's or the migrations'; the test pod has none. (dict "root" $ "name" "auth") */}}
{{- define "balcao.own" -}}
{{- $v := .root.Values -}}
{{- toJson (get (merge (dict "web" $v.front "migrations" $v.migrations) $v.services) .name | default dict) }}
{{- end }}

{{/* A map that all pods have, with the workload's own keys before. (dict "root" $ "name" "auth" "key" "podLabels") */}}
{{- define "balcao.ownMap" -}}
{{- toJson (merge (get (include "balcao.own" . | fromJson) .key | default dict) (get .root.Values .key)) }}
{{- end }}

{{/* A list that all pods have, and then the workload's own. */}}
{{- define "balcao.ownList" -}}
{{- toJson (concat (get .root.Values .key) (get (include "balcao.own" . | fromJson) .key | default list)) }}
{{- end }}

{{/* What every pod says of itself, whatever runs in it. (dict "root" $ "name" "auth") */}}
{{- define "balcao.podSpec" -}}
{{- $own := include "balcao.own" . | fromJson -}}
serviceAccountName: {{ include "balcao.fullname" .root }}-{{ .name }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "balcao.podSecurity" .root | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $own.priorityClassName | default .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with include "balcao.ownMap" (merge (dict "key" "nodeSelector") .) | fromJson }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with include "balcao.ownList" (merge (dict "key" "tolerations") .) | fromJsonArray }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $own.affinity | default .root.Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels and annotations of a pod. */}}
{{- define "balcao.podMetadata" -}}
labels:
  {{- include "balcao.labels" . | nindent 2 }}
  {{- with omit (include "balcao.ownMap" (merge (dict "key" "podLabels") .) | fromJson) "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "helm.sh/chart" }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $annotations := include "balcao.ownMap" (merge (dict "key" "podAnnotations") .) | fromJson }}
{{- with .env }}{{ $_ := set $annotations "checksum/secrets" (include "balcao.secretsChecksum" $) }}{{ end }}
{{- with $annotations }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
Of what this environment reads from Secrets and ConfigMaps, of the authorities, and of secrets.revision: a change rolls the pods, whose processes
read all of it at their start. Where no cluster can be asked (helm template, GitOps) only secrets.revision counts.
*/}}
{{- define "balcao.secretsChecksum" -}}
{{- $root := .root -}}
{{- $read := list $root.Values.secrets.revision -}}
{{- range $variable := .env | fromYamlArray -}}
{{- range $kind, $ref := dict "Secret" (dig "valueFrom" "secretKeyRef" dict $variable) "ConfigMap" (dig "valueFrom" "configMapKeyRef" dict $variable) -}}
{{- if $ref -}}
{{- $data := (lookup "v1" $kind $root.Release.Namespace $ref.name).data | default dict -}}
{{- $read = append $read (printf "%s=%s" $variable.name (get $data $ref.key)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $root.Values.caBundle -}}
{{- $kind := ternary "Secret" "ConfigMap" (ne .secret "") -}}
{{- if or .secret .configMap -}}
{{- $data := (lookup "v1" $kind $root.Release.Namespace (.secret | default .configMap)).data | default dict -}}
{{- $read = append $read (get $data .key | toString) -}}
{{- end -}}
{{- end -}}
{{- toJson $read | sha256sum }}
{{- end }}

{{/* Environment that every container has besides its own: authorities, and what operators add. */}}
{{- define "balcao.extraEnv" -}}
{{- if or .root.Values.caBundle.configMap .root.Values.caBundle.secret }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/balcao/ca/%s" .root.Values.caBundle.key | quote }} }
{{- end }}
{{- with include "balcao.ownList" (merge (dict "key" "extraEnv") .) | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "balcao.extraVolumeMounts" -}}
{{- if or .root.Values.caBundle.configMap .root.Values.caBundle.secret }}
- { name: ca-bundle, mountPath: /etc/balcao/ca, readOnly: true }
{{- end }}
{{- with include "balcao.ownList" (merge (dict "key" "extraVolumeMounts") .) | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "balcao.extraVolumes" -}}
{{- with .root.Values.caBundle }}
{{- if .secret }}
- name: ca-bundle
  secret: { secretName: {{ .secret }}, defaultMode: 292, items: [{ key: {{ .key }}, path: {{ .key }} }] }
{{- else if .configMap }}
- name: ca-bundle
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: {{ .key }} }] }
{{- end }}
{{- end }}
{{- with include "balcao.ownList" (merge (dict "key" "extraVolumes") .) | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Over nodes and zones; an operator's constraints replace ours, and select the workload's pods unless they say otherwise. */}}
{{- define "balcao.spread" -}}
{{- $own := include "balcao.own" . | fromJson -}}
{{- $selector := dict "matchLabels" (include "balcao.selector" . | fromYaml) -}}
{{- $spread := dict "maxSkew" 1 "whenUnsatisfiable" "ScheduleAnyway" "matchLabelKeys" (list "pod-template-hash") -}}
{{- $ours := list (merge (dict "topologyKey" "kubernetes.io/hostname") $spread) (merge (dict "topologyKey" "topology.kubernetes.io/zone") $spread) -}}
topologySpreadConstraints:
  {{- range $own.topologySpreadConstraints | default .root.Values.topologySpreadConstraints | default $ours }}
  - {{ toYaml (merge (deepCopy .) (dict "labelSelector" $selector)) | nindent 4 | trim }}
  {{- end }}
{{- end }}

{{/* Routers forget the pod during preStop; then the process has stopSeconds; the rest is the kubelet's. */}}
{{- define "balcao.graceSeconds" -}}
{{ add .endpointsSeconds .stopSeconds 10 }}
{{- end }}

{{- define "balcao.probes" -}}
# On a node that is short of CPU pods start slowly: to start them again would make it shorter still.
startupProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 150
# A pod that goes is taken out by its deletion, not by this: slow answers alone must not take all pods of a service out.
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 3
  timeoutSeconds: 5
  failureThreshold: 4
livenessProbe:
  httpGet: { path: /healthz, port: ops }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* Where a service's schema is: database, with the service's own keys before. A host of its own has a directHost of its own, or none. */}}
{{- define "balcao.database" -}}
{{- $own := .service.database | default dict -}}
{{- $all := ternary (omit .root.Values.database "directHost") .root.Values.database (hasKey $own "host") -}}
{{- toJson (merge (deepCopy $own) $all) }}
{{- end }}

{{/* MORE_PRIMARIES of services, which log in as their roles. */}}
{{- define "balcao.morePrimaries" -}}
{{- $d := .Values.database -}}
{{- $all := list -}}
{{- range $d.primaries -}}
{{- $tail := printf "/%s?sslmode=%s" (default $d.name .database) $d.sslmode -}}
{{- $one := printf "%s=postgresql://%s:%d%s" .name .host (int (default $d.port .port)) $tail -}}
{{- if .directHost }}{{ $one = printf "%s|postgresql://%s:%d%s" $one .directHost (int (default $d.directPort .directPort)) $tail }}{{ end -}}
{{- $all = append $all $one -}}
{{- end -}}
{{- join "," $all -}}
{{- end }}

{{/* (dict "root" $ "user" "auth"): with the login of that service where each has one; without user, the migration job's. */}}
{{- define "balcao.kafkaEnv" -}}
{{- $v := .root.Values -}}
- { name: KAFKA_BROKERS, value: {{ $v.kafka.brokers | quote }} }
- { name: KAFKA_TLS, value: {{ $v.kafka.tls | quote }} }
- { name: KAFKA_TOPIC_PREFIX, value: {{ $v.kafka.topicPrefix | quote }} }
- { name: KAFKA_PARTITIONS, value: {{ $v.kafka.partitions | quote }} }
- { name: KAFKA_REPLICATION, value: {{ $v.kafka.replication | quote }} }
{{- with $v.kafka.publicEventsTopic }}
- { name: KAFKA_PUBLIC_EVENTS_TOPIC, value: {{ . | quote }} }
{{- end }}
{{- with $v.kafka.mechanism }}
- { name: KAFKA_MECHANISM, value: {{ . | quote }} }
{{- if and $.user $v.secrets.kafkaUsers }}
- { name: KAFKA_USERNAME, value: {{ printf "%s%s" $v.kafka.userPrefix $.user | quote }} }
- name: KAFKA_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.kafkaUsers }}, key: {{ $.user }} } }
{{- else }}
- name: KAFKA_USERNAME
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: kafka-username } }
- name: KAFKA_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: kafka-password } }
{{- end }}
{{- end }}
{{- end }}

{{/* Environment of a service, from talksTo. (dict "root" $ "name" "auth" "service" {...}) */}}
{{- define "balcao.env" -}}
{{- $root := .root -}}
{{- $v := .root.Values -}}
{{- $talksTo := .service.talksTo -}}
- { name: NODE_ENV, value: production }
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: '8080' }
- { name: RPC_PORT, value: '9000' }
- { name: OPS_PORT, value: '9100' }
- { name: DATA_DIR, value: /tmp/data }
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_IP
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
{{- range $other, $_ := $v.services }}
{{- if has $other $talksTo }}
- name: RPC_{{ $other | upper | replace "-" "_" }}
  value: dns:///{{ include "balcao.fullname" $root }}-{{ $other }}-rpc:9000
{{- end }}
{{- end }}
- name: MEDIA_LINK_SECRET
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.app }}, key: media-link-secret } }
{{- if has "postgres" $talksTo }}
{{- $database := include "balcao.database" . | fromJson }}
- name: DATABASE_URL
  value: postgresql://{{ $database.host }}:{{ $database.port }}/{{ $database.name }}?sslmode={{ $database.sslmode }}
{{- with $database.directHost }}
- name: DATABASE_DIRECT_URL
  value: postgresql://{{ . }}:{{ $database.directPort }}/{{ $database.name }}?sslmode={{ $database.sslmode }}
{{- end }}
{{- if $v.database.primaries }}
- { name: MORE_PRIMARIES, value: {{ include "balcao.morePrimaries" $root | quote }} }
{{- end }}
- name: DATABASE_ROLE_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.databaseRoles }}, key: {{ .name }} } }
- { name: DATABASE_POOL_SIZE, value: {{ .service.poolSize | quote }} }
{{- end }}
{{- if has "kafka" $talksTo }}
{{ include "balcao.kafkaEnv" (dict "root" $root "user" .name) }}
{{- end }}
{{- if and $v.redis.enabled (has "redis" $talksTo) }}
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: redis-url } }
{{- end }}
{{- if and $v.mongo.enabled (has "mongo" $talksTo) }}
- name: MONGO_URL
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: mongo-url } }
{{- end }}
{{- if has "s3" $talksTo }}
{{- with $v.s3.endpoint }}
- { name: S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
- { name: S3_REGION, value: {{ $v.s3.region | quote }} }
- { name: S3_BUCKET, value: {{ $v.s3.bucket | quote }} }
- { name: S3_PATH_STYLE, value: {{ $v.s3.pathStyle | quote }} }
- name: S3_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: s3-access-key, optional: true } }
- name: S3_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.engines }}, key: s3-secret-key, optional: true } }
{{- end }}
{{- if and $v.telemetry.endpoint (has "collector" $talksTo) }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ $v.telemetry.endpoint | quote }} }
- { name: OTEL_SERVICE_NAME, value: balcao-{{ .name }} }
{{- end }}
{{- if $v.rpcTls.enabled }}
- { name: RPC_TLS_CA, value: /etc/balcao/rpc-tls/ca.crt }
- { name: RPC_TLS_CERT, value: /etc/balcao/rpc-tls/tls.crt }
- { name: RPC_TLS_KEY, value: /etc/balcao/rpc-tls/tls.key }
{{- end }}
{{- with $v.trustedProxies }}
- { name: TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- range $name, $value := merge (deepCopy .service.env) $v.env }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range $name, $from := .service.secretEnv }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $v.secrets.app }}, key: {{ $from.key }}{{ if $from.optional }}, optional: true{{ end }} } }
{{- end }}
{{- include "balcao.extraEnv" . }}
{{- end }}
