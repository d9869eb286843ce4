const DEEPEST = 512;
const NUMBER_OR_WORD = /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$/;
const LONGEST_NUMBER = 1_000;
const SPACE = ' \t\n\r';
const ENDS_WORD = `${SPACE},]}`;

type State = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'end';

/**
 * Whether a text that comes in pieces is one JSON value (RFC 8259), without building that value: ten megabytes of
 * brackets would make hundreds of megabytes of objects.
 */
export class JsonCheck {
  private state: State = 'value';
  private readonly open: ('{' | '[')[] = [];
  private inString = false;
  private afterBackslash = false;
  private hexDigitsDue = 0;
  private word = '';
  private isGood = true;

  push(text: string): void {
    for (let place = 0; this.isGood && place < text.length; place++) this.isGood = this.take(text[place]!);
  }

  /** Call it after the last piece. */
  isJson(): boolean {
    return this.isGood && !this.inString && this.endWord() && this.state === 'end';
  }

  private take(char: string): boolean {
    if (this.inString) return this.takeInString(char);
    if (this.word !== '') {
      if (!ENDS_WORD.includes(char)) {
        this.word += char;
        return this.word.length <= LONGEST_NUMBER;
      }
      if (!this.endWord()) return false;
    }
    if (SPACE.includes(char)) return true;
    switch (this.state) {
      case 'value':
      case 'value or ]':
        return this.beginValue(char);
      case 'key':
      case 'key or }':
        if (char === '}' && this.state === 'key or }') return this.close('{');
        this.inString = char === '"';
        return this.inString;
      case ':':
        this.state = 'value';
        return char === ':';
      case ', or end':
        if (char === ',') this.state = this.open.at(-1) === '{' ? 'key' : 'value';
        return char === ',' || this.close(char === '}' ? '{' : char === ']' ? '[' : undefined);
      case 'end':
        return false;
    }
  }

  private beginValue(char: string): boolean {
    if (char === ']' && this.state === 'value or ]') return this.close('[');
    if (char === '"') this.inString = true;
    else if (char === '{' || char === '[') {
      this.open.push(char);
      this.state = char === '{' ? 'key or }' : 'value or ]';
    } else this.word = char;
    return this.open.length <= DEEPEST;
  }

  private takeInString(char: string): boolean {
    if (this.hexDigitsDue > 0) {
      this.hexDigitsDue--;
      return /[0-9a-fA-F]/.test(char);
    }
    if (this.afterBackslash) {
      this.afterBackslash = false;
      if (char === 'u') this.hexDigitsDue = 4;
      return '"\\/bfnrtu'.includes(char);
    }
    if (char === '\\') this.afterBackslash = true;
    else if (char === '"') {
      this.inString = false;
      const isKey = this.state === 'key' || this.state === 'key or }';
      if (isKey) this.state = ':';
      else this.endValue();
    }
    return char >= ' ';
  }

  private endWord(): boolean {
    if (this.word === '') return true;
    const isGood = NUMBER_OR_WORD.test(this.word);
    this.word = '';
    this.endValue();
    return isGood;
  }

  private close(bracket: '{' | '[' | undefined): boolean {
    if (bracket === undefined || this.open.pop() !== bracket) return false;
    this.endValue();
    return true;
  }

  private endValue(): void {
    this.state = this.open.length === 0 ? 'end' : ', or end';
  }
}
