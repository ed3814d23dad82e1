/**
 * Words of the trade that mean one thing, in both languages, and phrases that are one word.
 *
 * It knows of no game: what a game calls its own things is declared there, in the search words of its nodes, events and patterns. Each
 * line is the word that stands for all, then English ones, then Chinese ones behind a bar.
 */
const GROUPS = `
draw cantrip | 抽 摸 抓 抽取 补抽
discard bin dump pitch toss | 弃 弃置 弃掉 丢弃 舍弃 弃去
card | 牌 卡牌 卡
hand | 手牌 手 手里 手中 手上
deck pile library | 牌库 牌堆 卡组
gain get receive obtain earn collect | 获得 得到 得 拿 拿到 捡 赚 回
give grant | 给 给予 赋予 使 让 套
lose | 失去 损失 丢 丢失 扣
steal rob | 偷 偷取 窃取 抢 抢走
damage dmg | 伤害 伤 掉血 扣血
deal hit strike ping zap shoot blast burn bolt smack bash slap punch | 造成 打 炸 射 发射 轰 烧 点射 砸 灼烧 烧灼 射击 砍 捅 揍 敲
attack atk | 攻击 攻 攻击力 进攻 普攻
health hp life | 生命 血 血量 生命值 体力
heal restore mend cure patch regain | 治疗 恢复 回复 治愈 奶 回血 补血 加血
shield barrier | 护盾 盾
kill slay slain execute sacrifice sac destroy eliminate | 击杀 杀 杀死 打死 击败 消灭 干掉 弄死 献祭 斩杀 消灭掉 拆掉 拆 炸掉
dead dies died death dying perish fall fell defeated downed die | 死 死亡 阵亡 倒下 倒 被击倒 被击败 击倒 死掉 战死 牺牲 死了 挂
dice | 骰 骰子
enemy foe opponent opposing hostile their they them theirs | 敌人 敌方 敌 敌军 对方 对面 对手 敌我 对家
ally friend friendly allied allies friends buddy teammate teammates team | 友军 友方 队友 己方 我方 我方单位 自己人 队友们
unit minion guy guys dude body troop troops creatures | 单位 随从 兵
all every each everyone everybody everything whole entire anything | 所有 全部 全体 全 每个 每位 每人 全场 一圈 大家 每名 各 全队 全路
other another else others elsewhere remaining | 其他 另 另一 别 别的 别人 其它 其余 其他人 另外
you your yours youre my own mine our we us | 你 我 自己 自身 你的 自家 我家
random randomly | 随机
round | 轮 一轮
turn | 回合
start begin begins began starting startof | 开始 一开始
end finish finishes ends over | 结束
next following upcoming | 下 下一 下个 下一个
whenever | 每当 当 每次 每逢
after once | 后 之后 以后
cost price | 费用 消耗 费 花费 花 耗费
more extra plus additional expensive dearer | 贵 增加 多 加 额外 更多
monster creature | 怪物 怪 怪兽
player | 玩家
spell | 法术 法咒 咒语
skill | 技能
character | 角色
standby bench benched backline | 后台 替补
revive rez resurrect | 复活 复苏
scorch torch scorched | 点着 点燃
haste | 猛速
region zone | 战区 区域
active | 出战 场上角色
switch | 切换 切 切人 换人
swap exchange trade | 交换 互换 对调 换 调换
choose choice select pick | 选择 选 挑选 选取 挑
flip | 抛 翻 掷 抛掷
coin | 硬币
head | 正面
tail | 反面
summon call conjure spawn | 召唤 召唤出
deploy | 部署
copy twin duplicate clone replica copies | 复制 副本 替身 拷贝 克隆 同名 一样的
silence mute | 沉默
freeze frozen | 冻结 冻住 冻 冰冻
thaw melt | 化掉 融化 解冻
bounce return send back regrow | 弹回 移回 返回 回手 弹 退回 收回 捡回 拿回 回到手 撤回
transform polymorph morph become | 变形 变成 变 变为 变形术 化为
exile banish | 放逐 流放
until | 直到
search tutor fetch seek find grab dig | 检索 找 搜 搜索 搜寻 寻找 翻找 捞
scry foresee | 占卜
look peek see | 看 查看 观看
top | 顶 顶部 顶上
bottom | 底 底部 塞底
equip | 装备 佩戴 装上
wearer bearer host wielder holder | 装备者 佩戴者 持有者
range reach | 射程
within | 内 以内 之内 范围
step tile cell hex space | 格
adjacent neighbour neighbor neighbouring nearby beside surrounding | 相邻 旁边 周围 附近 邻近 身边 隔壁
move movement walk shift relocate | 移动 走 移速 换到 挪 走到
pull drag hook | 拉 拉近 拽 拖
push shove knock knockback | 推 击退 推开
refund reimburse | 返还 返 退还 返回费用
permanent permanently forever | 永久 永远 一直
stun daze dizzy | 晕 眩晕 击晕 晕眩
control | 夺控 控制 夺取 操控 控制权
excess overkill rest remainder leftover spill overflow trample | 溢出 多余 超出 过量 剩下
instead | 改为 而是 替代
if | 如果 若 要是 假如 的话
play use cast | 打出 出 使用 用 施放 出过 用过 打过 放
cap limit maximum | 上限
gold  coins | 金币 金
mana | 法力 蓝
energy charge | 充能 能量
lane | 战线 路
base | 基地
weapon | 武器
nearest closest | 最近
level tier | 级 等级
same identical equal | 同 一样 相同 原样 等量
hold holding carry carrying wield wielding | 带着 持有 拿着 握着
target aim | 目标 指定 选中
while | 只要 期间 在场时 
this it its itself | 这 此 它 本 该 这个
force make | 强制 迫使 强迫
fast quick swift | 快速 快
buff blessing | 增益 强化
debuff curse | 减益
strip remove dispel purge cleanse clear | 驱散 移除 清除 净化 去掉
cheaper | 便宜
wounded injured hurt wound | 受伤 受过伤 残血
defense armor armour | 护甲 防御
count number amount how | 数量 数 多少 几
last latest previous previously | 上 上一 上个 最后 上一张
save survive cheat prevent | 免死 存活 免于 免疫
reduce | 减伤
token | 衍生物
leave put create add | 留 放入 置入 创造 加入 生成 塞
into | 进
wand | 魔杖 杖 法杖
supply | 补给
infantry | 步兵
vehicle | 载具
omni | 万能
combo | 连击 连段
again | 再 再次 再度
or | 或 或者
only alone sole single lone | 只有 唯一 仅有 单独
shuffle | 洗 洗入 洗回 洗牌
reveal | 展示 亮出
roll | 掷骰 投掷
between | 之间
double  | 双倍 翻倍 加倍
half halve | 一半 减半
set | 设为 变成了
pay | 支付 付
mark | 标记
status  | 状态
trigger | 触发
burst ultimate ult | 大招 爆发 元素爆发
fire pyro flame | 火 火元素 火系 火焰
frost ice cryo cold | 冰 冰霜 冰系 冰元素
spread | 分摊
join enter arrive enters arrives come comes  | 登场 入场 上场 进场 出场
leaves | 离场
remember | 记录
counter | 反击
`;

/** Phrases of which all words together mean one; in Chinese they are found anywhere in a run. */
const PHRASES = `
atmost: or less, or fewer, at most, up to, no more than, tops, max, not more than, or below, or under | 不超过 至多 最多 以下 不多于 及以下 不大于
atleast: or more, at least, never below, or above, but never free, never free | 至少 以上 不少于 最低 及以上 不小于 不低于
less: cheaper, fewer, reduced, less | 便宜 减少 减 少 降低 更少
perturn: per turn, each turn, every turn, per round, each round, every round, turn limit, round limit | 每回合 每轮 一回合一次
thisturn: this turn, until end of turn, until the end of turn, until the end of the turn, for the turn, until end of the turn | 本回合 这回合 到回合结束 直到回合结束 此回合 这个回合 本回合内
thisround: this round, until end of round, until the end of the round, until the round ends, for the round | 本轮 这轮 本轮结束 到本轮结束 这一轮 此轮 直到本轮结束
thismatch: this match, this game, this battle, of the match, of the game | 本局 这局 本场 整局 这盘
foreach: for each, for every, per each | 每有 每存在 每拥有 每张 每点
thatmuch: that much, as much, the same amount, that many, as many, the same, this much, equal to, an equal amount | 等量 同样多 原样 那么多 同样 有多少 同等 一样多
smaller: whichever is lower, whichever is smaller, whichever is less, the lower of, the smaller of, lower of | 较小 较小者 更小 较小的 较少
larger: whichever is higher, whichever is greater, whichever is larger, whichever is more, the higher of, the greater of | 较大 较大者 更大 较大的 里大 较多
permanent: for good, for the rest of the match | 永久
adjacent: next to, right next to, around it, around this | 相邻 旁边 周围
control: mind control, take control, take over | 夺控 夺取 策反
dead: goes down, go down, is defeated, was defeated, gets killed, is killed | 倒下 被击倒
nexttime: the next time, next time | 下一次 下次
nextplayer: next player, the player after you, player on the left | 下家 下一位玩家
enemy: over there, on their side | 那边
everytime: every time, each time | 每次 每当
lifesteal: life steal, life drain, drain life | 吸血 吸取生命
deathrattle: last words, last breath, on death | 亡语 遗言
battlecry: battle cry, on play, on deploy, enter the battlefield | 战吼
discard: throw away, get rid of, toss away | 弃掉
kill: blow up, finish off, take out, take down, wipe out, kill off, knock out, put down | 打倒
gain: pick up, get back | 捡起
wounded: already damaged, been damaged, is damaged | 受伤的 受过伤的
lowest: the weakest, lowest health, least health | 血最少 血量最低 生命最低 最弱
thisturn: this turn, until end of turn | 这一回合
you: your own, of your own | 自己的 自己
ally: your own guys, your own units, on your side, on my side, your guys, your units, my units, my guys, buddy | 自己一个单位 己方单位 我方单位 自己的单位
enemy: one of their units, their units, their unit, one of theirs | 对面单位 对面的单位
chooseone: choose one, pick one, choice of, modal | 抉择 二选一 选择一项 任选 任选一项
bottom: under the deck | 塞底 牌库底
aoe: all around, area damage | 群伤 群体
`;

/** The forms of one group: the word for all of them, the English ones, the Chinese ones. */
interface Group {
  readonly word: string;
  readonly english: readonly string[];
  readonly chinese: readonly string[];
}

function groupsOf(lines: string, parse: (head: string) => readonly [word: string, english: readonly string[]]): readonly Group[] {
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [head = "", chinese = ""] = line.split("|");
      const [word, english] = parse(head.trim());
      return { word, english, chinese: chinese.split(" ").filter(Boolean) };
    });
}

/** Groups of words of which each means the same. */
export const SYNONYMS = groupsOf(GROUPS, (head) => {
  const words = head.split(" ");
  return [words[0] ?? "", words];
});

/** Phrases of several words which stand for one. */
export const IDIOMS = groupsOf(PHRASES, (head) => {
  const [word = "", phrases = ""] = head.split(":");
  return [word, phrases.split(",").map((phrase) => phrase.trim()).filter(Boolean)];
});
