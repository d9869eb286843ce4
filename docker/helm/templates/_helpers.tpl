{{- define "harmattan.labels" -}}
app.kubernetes.io/name: harmattan
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "harmattan.publicUrl" -}}
{{ required "publicUrl is required: how clients reach the service, as https://pay.example.com" .Values.publicUrl }}
{{- end }}

{{- define "harmattan.trustedProxies" -}}
{{ required "trustedProxies is required: addresses or networks of the ingress controller, as 10.0.0.0/8" .Values.trustedProxies }}
{{- end }}

{{- define "harmattan.selector" -}}
app.kubernetes.io/name: harmattan
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "harmattan.image" -}}
{{- with .Values.image.digest -}}
{{ $.Values.image.repository }}@{{ . }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "harmattan.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "harmattan.connections" -}}
{{- $pods := add .Values.api.replicas.max .Values.worker.replicas.max 2 -}}
{{- $all := add (mul $pods .Values.database.connections) .Values.database.reserved -}}
{{- if gt (int $all) (int .Values.database.maxConnections) -}}
{{- fail (printf "database.maxConnections is %d, but %d pods (with one more of each role during an update) of %d connections and %d reserved ones need %d: lower replicas.max or database.connections, or raise max_connections of the server" (int .Values.database.maxConnections) (int $pods) (int .Values.database.connections) (int .Values.database.reserved) (int $all)) -}}
{{- end -}}
{{ .Values.database.connections }}
{{- end }}

{{- define "harmattan.settings" -}}
PUBLIC_URL: {{ include "harmattan.publicUrl" . | quote }}
TRUSTED_PROXIES: {{ include "harmattan.trustedProxies" . | quote }}
SHUTDOWN_DELAY_SECONDS: {{ .Values.shutdownDelaySeconds | quote }}
DATABASE_CONNECTIONS: {{ include "harmattan.connections" . | quote }}
{{ toYaml .Values.environment }}
{{- end }}

{{- define "harmattan.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "harmattan.volumes" -}}
volumes:
  {{- with .Values.persistence.existingClaim }}
  - { name: data, persistentVolumeClaim: { claimName: {{ . }} } }
  {{- else }}
  - { name: data, emptyDir: { sizeLimit: 2Gi } }
  {{- end }}
  - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
  {{- with .Values.secretFilesName }}
  # 0440
  - { name: files, secret: { secretName: {{ . }}, defaultMode: 288 } }
  {{- end }}
{{- end }}

{{- define "harmattan.mounts" -}}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.secretFilesName }}
  - { name: files, mountPath: /run/secrets/harmattan, readOnly: true }
  {{- end }}
{{- end }}

{{/* The pod of an operator command, which sees the secrets of the migration, too: root, name, arguments. */}}
{{- define "harmattan.command" -}}
{{- include "harmattan.pod" .root }}
restartPolicy: Never
containers:
  - name: {{ .name }}
    image: {{ include "harmattan.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{- toYaml (concat (list "node" "--enable-source-maps" "dist/cli.js") .arguments) | nindent 6 }}
    {{- include "harmattan.containerSecurity" .root | nindent 4 }}
    # The ConfigMap of a first installation does not exist before it.
    env:
      {{- range $name, $value := include "harmattan.settings" .root | fromYaml }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
    envFrom:
      - secretRef: { name: {{ .root.Values.secretName }} }
      - secretRef: { name: {{ .root.Values.migrationSecretName }} }
    resources:
      requests: { cpu: 250m, memory: 256Mi }
      limits: { memory: 1Gi }
    {{- include "harmattan.mounts" .root | nindent 4 }}
{{ include "harmattan.volumes" .root }}
{{- end }}
