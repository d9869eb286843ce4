import Handlebars from 'handlebars';

interface Layout {
  readonly subject: string;
  /** Safe HTML. */
  readonly body: string;
  readonly sender: string;
}

/** Styles are inline, because mail programs drop style sheets. */
export const renderLayout = Handlebars.compile<Layout>(
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{subject}}</title>
</head>
<body style="margin:0;background:#f4f1ea;font-family:Helvetica,Arial,sans-serif;color:#1f2933">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:20px 28px;border-bottom:1px solid #e4dfd3;font-size:18px;font-weight:bold;color:#9a5b13">{{sender}}</td></tr>
<tr><td style="padding:20px 28px;font-size:15px;line-height:1.55">{{{body}}}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`,
  { strict: true, knownHelpersOnly: true },
);
