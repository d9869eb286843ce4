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
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "harmattan.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "harmattan.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "harmattan.volumes" -}}
volumes:
  - { name: data, emptyDir: { sizeLimit: 2Gi } }
  - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- end }}

{{- define "harmattan.mounts" -}}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
