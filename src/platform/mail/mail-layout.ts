import Handlebars from 'handlebars';
import type { ShownFact } from './render-mail.js';

export interface LargeCode {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly string[] | undefined;
  readonly size: number;
}

interface Layout {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  readonly codes: readonly LargeCode[];
  readonly facts: readonly ShownFact[];
  /** Lines of each. */
  readonly paragraphs: readonly (readonly string[])[];
  readonly warning: string;
  readonly sender: string;
  readonly secrets: string;
  readonly support:
    | { readonly email?: string | undefined; readonly phone?: string | undefined; readonly dialled?: string | undefined }
    | undefined;
}

const PREVIEW_END = '&#847;&zwnj;&nbsp;'.repeat(60).replace(/.{540}/g, '$&\n');

/**
 * The colours of a light screen are inline, because some mail programs drop style sheets; those of a dark one cannot be. The
 * characters after the preheader keep what follows out of the preview.
 */
const LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #12161b !important; }
.card { background: #1c2229 !important; border-color: #2f3842 !important; }
.ink { color: #e9edf1 !important; }
.faint { color: #aab4bf !important; }
.brand, .link { color: #75c29d !important; }
.line { border-color: #323b46 !important; }
.box { background: #262e37 !important; border-color: #3b4652 !important; }
.warning { background: #33291a !important; border-color: #d99a45 !important; }
}
@media (max-width: 480px) {
.page { padding: 0 !important; }
.card { border-radius: 0 !important; border-width: 0 !important; }
.side { padding-left: 20px !important; padding-right: 20px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f1f5f3;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px">{{lead}}
${PREVIEW_END}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="page" align="center" style="padding:28px 12px;background:#f1f5f3">
<!--[if mso]><table role="presentation" width="580" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="max-width:580px;background:#ffffff;border:1px solid #dbe3df;border-radius:10px;border-collapse:separate;
 font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif;text-align:left">
<tr><td class="side line brand" style="padding:20px 32px;border-bottom:1px solid #dbe3df;font-size:18px;line-height:24px;
 font-weight:700;color:#0b6e4f">{{sender}}</td></tr>
<tr><td class="side ink" style="padding:26px 32px 6px;font-size:16px;line-height:25px;color:#1f2933">
<p style="margin:0 0 10px">{{greeting}}</p>
<p style="margin:0 0 20px;font-size:18px;line-height:27px;font-weight:600;overflow-wrap:anywhere">{{lead}}</p>
{{#each codes}}
<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;
 background:#f5f8f6;border:1px solid #dbe3df;border-radius:8px;border-collapse:separate"><tr>
<td align="center" style="padding:14px 12px 16px">
<div class="faint" style="font-size:14px;line-height:20px;color:#5a6572">{{label}}</div>
<div class="ink" style="font-family:'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;font-size:{{size}}px;line-height:36px;
 font-weight:700;letter-spacing:1px;color:#1f2933;overflow-wrap:anywhere;text-wrap:balance;-webkit-user-select:all;user-select:all">
{{~#if groups~}}
{{~#each groups~}}<span style="margin:0 4px;white-space:nowrap">{{this}}</span><wbr>
{{~/each~}}
{{~else~}}<span style="word-break:break-all">{{value}}</span>{{~/if~}}
</div>
</td></tr></table>
{{/each}}
{{#if facts.length}}
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px;border-collapse:collapse;font-size:15px;
 line-height:22px">
{{#each facts}}
<tr><th class="faint line" scope="row" align="left" valign="top" width="36%" style="padding:8px 12px 8px 0;
 border-bottom:1px solid #e3eae6;font-weight:400;color:#5a6572;text-align:left">{{label}}</th>
<td class="ink line" align="right" valign="top" style="padding:8px 0;border-bottom:1px solid #e3eae6;font-weight:600;
 color:#1f2933;text-align:right;overflow-wrap:anywhere;word-break:break-word">{{value}}</td></tr>
{{/each}}
</table>
{{/if}}
{{#each paragraphs}}
<p style="margin:0 0 18px;overflow-wrap:anywhere">{{#each this}}{{#unless @first}}<br>
{{/unless}}{{this}}{{/each}}</p>
{{/each}}
{{#if warning}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px"><tr>
<td class="warning ink" style="padding:12px 16px;background:#fdf5e8;border-left:4px solid #b9701c;font-size:15px;line-height:23px;
 color:#1f2933">{{warning}}</td></tr></table>
{{/if}}
</td></tr>
<tr><td class="side line faint" style="padding:18px 32px 24px;border-top:1px solid #dbe3df;font-size:14px;line-height:21px;
 color:#5a6572">
{{#if support}}
<p class="ink" style="margin:0 0 6px;color:#1f2933">Need help?
{{#if support.email}}Write to <a class="link" href="mailto:{{support.email}}" style="color:#0b6e4f">{{support.email}}</a>
{{~#if support.phone}} or call {{/if}}{{else}}Call {{/if}}
{{~#if support.phone}}<a class="link" href="tel:{{support.dialled}}" style="color:#0b6e4f;white-space:nowrap">{{support.phone}}</a>{{/if}}.</p>
{{/if}}
<p style="margin:0">{{secrets}}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;

export const renderLayout = Handlebars.compile<Layout>(LAYOUT, { knownHelpersOnly: true });

/** Lines that every mail has. */
export const FIXED_LINES: readonly string[] = LAYOUT.split('\n').filter((line) => !line.includes('{{'));
