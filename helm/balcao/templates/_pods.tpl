{{/* What every pod says of itself, whatever runs in it. (dict "root" $ "name" "auth") */}}
{{- define "balcao.podSpec" -}}
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
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "balcao.spread" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "balcao.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
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

{{- define "balcao.databaseUrl" -}}
{{- with .Values.database }}postgresql://{{ .host }}:{{ .port }}/{{ .name }}?sslmode={{ .sslmode }}{{ end }}
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
- name: DATABASE_URL
  value: {{ include "balcao.databaseUrl" $root }}
{{- with $v.database.directHost }}
- name: DATABASE_DIRECT_URL
  value: postgresql://{{ . }}:{{ $v.database.directPort }}/{{ $v.database.name }}?sslmode={{ $v.database.sslmode }}
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
{{- end }}
