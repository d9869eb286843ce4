/** Stems, lower-cased, without leading and trailing digits and signs, from Nigerian and international lists. */
const WORDS = `
harmattan harmattanpay harmattanwallet myharmattan harmattanapp harmattanapi harmattanng harmattanadmin harmattanstaff
password passwd passcode passport passphrase pass passme mypass mypassword thepassword password1 newpassword oldpassword
userpassword adminpassword default changeme changeit change letmein letmeinn openup opensesame sesame access accessme entry
enter entrance login logon signin signup logmein welcome welcomeback welcomehome hello helloworld hellothere hellokitty hithere
goodday goodmorning goodnight goodluck goodlife goodboy goodgirl secret secrets topsecret mysecret secure security safe safety
private privacy hidden unknown nothing something anything everything whatever admin administrator admins root rootroot toor
superuser super superman supervisor system sysadmin sysop operator manager master webmaster user username users guest guests
visitor customer client member account accounts myaccount office company business student teacher school college test testing
tester tests testtest testuser demo demonstration sample example temp temporary trial dummy fake nobody anonymous noname qwerty
qwertyui qwertyuiop qwert qwertz qwerty1 azerty azertyuiop asdf asdfg asdfgh asdfghjkl asdfasdf asdasd zxcv zxcvb zxcvbn zxcvbnm
qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc qweqwe qwe asd zxc poiuyt poiuytrewq lkjhgfdsa mnbvcxz plmokn ijnuhb wasd
wasdwasd abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abcxyz xyz xyzxyz aabbcc abcabcabc aaa aaaa aaaaaa aaaaaaaa
aaaaaaa bbbbbb xxxx xxxxxx zzzzzz qqqqqq wwwwww eeeeee ssssss dddddd ffffff gggggg hhhhhh pppppp nnnnnn mmmmmm 123456aa
12345678a a12345678 1234abcd abcd1234 aa123456 a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e 1qaz2wsx 2wsx3edc
1qaz2wsx3edc zaq12wsx zaq1zaq1 zaq1xsw2 q1w2e3r4 q1w2e3r4t5 q1w2e3 qwe123qwe asd123asd 123qwe 123qweasd 123qweasdzxc 123abc
123asd qwer1234 asdf1234 zxcv1234 1qazxsw2 1234qwer 12qwaszx 12345qwert 123456qwerty 123qwe123 abc123abc 1234asdf 321qwerty
a123456 a1234567 a123456789 a12345 aa12345678 12345a love lovely loved lover lovers loveme loveyou iloveyou ilovey iloveu
iloveme ilovegod ilovejesus iloveyou2 loveforever mylove mylover truelove onelove sweetlove lovebug loveless lovehurts lovelife
lovelove loving beloved sweetheart sweetie sweet sweety sweetness sugar honey honeybee babe baby babyboy babygirl babyface
babylove babycakes babyblue darling angel angels angelface angelo heaven heavenly heart hearts hearty kiss kisses kissme kissing
hugs hugsandkisses cutie cutiepie cute beauty beautiful pretty prettygirl gorgeous handsome sexy sexygirl sexyboy hottie hotgirl
hotboy princess princesa prince queen king kingdom kings royal royalty majesty diva divine goddess wifey hubby husband wife
family myfamily mother mummy mommy mama momma mum father daddy dad papa parents brother brothers sister sisters bestfriend
bestfriends friend friends friendship friendly forever always together foreveryoung forever1 soulmate boyfriend girlfriend
single married wedding bride birthday happybirthday party jesus jesuschrist jesuslovesme jesusislord jesussaves jesusis lord
lordjesus christ christian christ1 god godisgood godisgreat godislove godbless godlovesme godfirst godson godfather goddy grace
graceofgod mercy mercies blessed blessing blessings faith faithful hope hopeful glory gloryb praise praisegod praisethelord
hallelujah halleluyah amen bible church gospel spirit holyspirit holy holyghost saviour savior heavens psalm psalms genesis
exodus revelation salvation worship prayer prayers prophet pastor bishop deacon allah allahuakbar bismillah inshallah islam
muslim muhammad mohammed mohammad ramadan alhamdulillah mashallah quran money mymoney moneyman moneybag moneymoney cash cashout
rich richman riches wealth wealthy million millions millionaire billionaire billions dollar dollars naira nairabet kobo bank
banking mybank wallet mywallet payment payments credit creditcard savings gold golden goldfish silver diamond diamonds platinum
ruby rubies pearl emerald sapphire crystal jewel treasure fortune lucky luckyme luckyone luck success successful winner winners
winning champion champions victory victorious favour favor favoured favoured1 destiny freedom free liberty peace peaceful unity
justice power powerful powers strong strength stronger energy force legend legends legendary hero heroes warrior warriors
fighter gladiator spartan dragon dragons dragonball dragonfly monster monsters beast beastmode tiger tigers tigger lion lions
lioness leopard panther panthers cheetah jaguar puma wolf wolves wolverine werewolf bear bears teddybear teddy eagle eagles
falcon falcons hawk hawks phoenix raven ravens sparrow dolphin dolphins shark sharks whale turtle monkey monkeys gorilla
elephant giraffe zebra horse horses pony stallion mustang bronco broncos rabbit bunny bunnies kitten kitty kittycat pussycat
puppy puppies puppydog doggy doggie dogs hotdog bulldog bulldogs cats catdog chicken cheese butter butterfly butterflies
buttercup butterfinger spider spiderman cobra viper python scorpion snake cricket peanut pumpkin banana bananas orange apple
apples pineapple mango cherry cherries strawberry blueberry raspberry lemon lemons peaches peach grape grapes watermelon coconut
potato tomato onion pepper peppers ginger garlic cinnamon vanilla chocolate cookie cookies cupcake candy candies candyman
icecream coffee mocha brownie biscuit pizza burger spaghetti macaroni noodles jollof jollofrice suya egusi amala pounded eba
garri plantain sunshine sunflower sunrise sunset sunny sunday summer summertime winter spring springtime autumn snow snowman
snowball snowflake snowboard rain rainbow rainbows raindrop storm stormy thunder lightning cloud clouds ocean oceans river
rivers island islands beach beaches desert forest mountain mountains flower flowers rose roses lily daisy jasmine violet tulip
orchid garden nature planet earth world worldwide universe galaxy star stars starlight stardust starwars startrek superstar
rockstar moon moonlight moonshine moonbeam sunlight lightning1 light lights fire firefly fireball fireman firebird flame flames
blaze inferno phoenix1 shadow shadows darkness darkside dark darkknight midnight night nights nightmare black blackie blackman
blackbird blackcat blackberry blackjack white whitey whitesox blue blueboy bluebird bluesky blues green greenday greens yellow
purple pinky pink pinkfloyd brown grey gray redred redsox redskins redrose scarlet crimson january february march april may june
july august september october november december monday tuesday wednesday thursday friday saturday today tomorrow yesterday
morning evening weekend holiday holidays christmas xmas newyear happynewyear easter halloween valentine valentines happy
happiness happyday happyfeet happylife smile smiles smiley smiling laugh funny funtime joyful joyous joyjoy enjoy peaceout chill
chilling cool coolguy coolman coolboy coolgirl coolcat coolio awesome amazing amazinggrace fantastic perfect special precious
wonderful brilliant genius crazy crazyboy crazygirl insane madman madness maniac joker jokers jokerman trouble troublemaker
badboy badgirl badman badass gangster gangsta thuglife hustler hustle boss bossman bigboss bigboy bigman bigdaddy bigdog biggie
littleone lilman lildevil devil devils demon demons evil hell ghost ghosts vampire zombie zombies witch wizard magic magical
magician mystery mystic fantasy dream dreams dreamer dreaming dreamgirl football footballer soccer basketball baseball softball
volleyball hockey tennis cricket1 golf golfer golfing boxing boxer wrestling running runner swimming skater skateboard skating
surfing surfer snooker racing racer nascar formula ferrari porsche lamborghini bugatti maserati mercedes benz bentley bmw audi
toyota honda nissan mazda subaru lexus camry corolla camaro corvette chevrolet chevy ford fordf150 mustang1 harley
harleydavidson yamaha suzuki kawasaki ducati arsenal arsenalfc gunners chelsea chelseafc liverpool liverpoolfc ynwa manchester
manutd manunited mancity manchestercity manchesterunited united everton tottenham spurs leeds leedsunited newcastle westham
astonvilla leicester barcelona barca fcbarcelona realmadrid madrid juventus milan acmilan intermilan inter bayern bayernmunich
dortmund ajax psg ronaldo ronaldinho cristiano cristianoronaldo cr7 messi leomessi lionelmessi neymar mbappe rooney beckham
zidane pele maradona drogba lampard gerrard torres henry kanu okocha jayjay osimhen superreagles supereagles eagles1 enyimba
lakers celtics bulls chicagobulls yankees dodgers cowboys steelers packers raiders giants patriots rangers celtic jordan
michaeljordan kobe kobebryant lebron lebronjames curry iverson tyson miketyson mayweather federer nadal serena tigerwoods google
gmail yahoo hotmail facebook instagram twitter whatsapp snapchat tiktok youtube microsoft windows apple1 iphone android samsung
nokia blackberry1 motorola sony playstation xbox nintendo pokemon pikachu mario luigi zelda sonic minecraft fortnite roblox
callofduty halo computer computers internet network server database software hardware laptop desktop keyboard monitor printer
wireless wifi mobile phone telephone cellphone camera television music musica musical guitar piano drummer drums bassman singer
dancer dancing dance hiphop rap rapper reggae bobmarley marley tupac eminem slimshady beyonce rihanna drake kanye wizkid davido
burnaboy burna olamide phyno timaya tiwasavage psquare flavour onyinye starboy metallica nirvana slipknot linkinpark beatles
elvis acdc ironmaiden greenday1 blink182 korn tool batman robin joker1 wonderwoman catwoman hulk ironman captain captainamerica
avenger avengers thor thanos marvel spongebob patrick mickey mickeymouse minnie donald donaldduck goofy pluto snoopy garfield
scooby scoobydoo tweety bugsbunny simpson simpsons homer bart familyguy southpark naruto sasuke sakura itachi goku vegeta gohan
luffy onepiece bleach ichigo harrypotter hermione hogwarts gandalf frodo lordoftherings starfire matrix neo trinity morpheus
terminator rambo rocky jamesbond bond007 agent007 mission titanic twilight edward bella skywalker vader darthvader yoda anakin
chewbacca jedi lagos abuja ibadan kano kaduna enugu benin warri portharcourt owerri aba onitsha jos ilorin abeokuta akure
calabar uyo ikeja lekki nigeria nigerian naija naijaboy naijagirl africa african africans biafra yoruba igbo hausa edo delta
ghana kenya southafrica america american usa unitedstates england english london paris france berlin germany russia moscow china
chinese japan tokyo india indian italy italian rome spain brazil mexico mexican canada toronto texas dallas houston chicago
boston florida miami california losangeles newyork newyorkcity brooklyn phoenixaz denver seattle portland atlanta georgia
virginia carolina jamaica australia sydney michael michelle jennifer jessica ashley amanda nicole samantha daniel danielle
matthew joshua andrew christopher anthony joseph jonathan james john johnson johnny robert william david richard thomas charles
charlie george kevin brian steven stephen edward1 jason justin jeffrey ryan jacob gary nicholas eric larry scott brandon
benjamin samuel gregory alexander alexandra alexis patrick1 frank raymond jack jackson dennis jerry tyler aaron jose henry1 adam
douglas nathan peter zachary kyle walter harold jeremy ethan carl keith roger gerald christian1 terry sean arthur austin noah
lawrence jesse joe bryan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell elijah
louis bobby philip maria mary patricia linda barbara elizabeth susan sarah karen nancy lisa betty margaret sandra kimberly emily
donna carol melissa deborah stephanie rebecca sharon laura cynthia kathleen amy shirley angela helen anna brenda pamela emma
katherine christine debra rachel catherine carolyn janet ruth heather diane virginia1 julie joyce victoria olivia kelly
christina lauren joan evelyn judith megan cheryl andrea hannah martha jacqueline frances gloria ann teresa kathryn sara janice
jean alice madison doris abigail julia judy denise amber marilyn beverly danielle1 theresa sophia marie diana brittany natalie
isabella charlotte rose1 kayla alexa lucy lucky1 molly daisy1 bailey maggie sophie chloe buster max maxwell rocky1 bandit oliver
oscar sammy sam samsam toby cody chukwu chukwuemeka chidi chidinma chinedu chinonso chioma chiamaka chinyere chika chibuike
chibuzor chigozie emeka ebuka ifeanyi ifeoma ikechukwu kelechi kenechukwu nnamdi nkechi ngozi nneka nonso obinna obiora ogechi
okechukwu oluchi onyeka uche uchenna ugochukwu uzoma adebayo adebola adekunle ademola aderonke adewale adeyemi akin akinola
ayodele ayomide babatunde bimbo bolaji bukola damilola dayo femi folake funke funmilayo gbenga ibukun idowu jide kehinde kemi
kola kunle lanre lekan mayowa modupe morenike ola oladele olajide olamide1 olawale olayinka olufemi oluwaseun oluwatobi
oluwatosin omolara opeyemi rotimi segun seun seyi shola sola taiwo tayo temitope titilayo tobi toluwani tope tosin tunde wale
yemi yetunde yinka abdul abdullahi abubakar adamu ahmad ahmed aisha aliyu amina aminu bala bashir bello danladi fatima fatimah
garba habiba hadiza halima hassan hauwa ibrahim idris isah ismail jamila kabir khadija lawal maryam mustapha nasir rabiu rahma
sadiq safiya salisu sani suleiman umar usman yakubu yusuf zainab ejiro efe ese osas osagie osaze ovie tega blessing1 comfort
patience precious1 sunday1 monday1 friday1 goodness gift godwin goodluck1 endurance testimony wisdom miracle favour1
q2w3e a2b3c z1x2c a1s2d a1a2a q1q2q z2x3c a2s3d q2q3q ip76k
`;

/** Letters of a stem, from which on it is common with any digits around it. */
const FEWEST_LETTERS = 4;
const SHORTEST_PASSWORD = 8;

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Lower-cased, without leading and trailing digits where enough letters are left; none with signs, without letters or too short. */
export function stemsOf(passwords: readonly string[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const password of passwords) {
    const plain = password.toLowerCase();
    if (!/^[a-z0-9]*[a-z][a-z0-9]*$/.test(plain)) continue;
    const stem = plain.replace(/^[0-9]+|[0-9]+$/g, '');
    if (stem.replace(/[0-9]/g, '').length >= FEWEST_LETTERS) stems.add(stem);
    else if (stem === plain || plain.length >= SHORTEST_PASSWORD) stems.add(plain);
  }
  return stems;
}
